/** The texts of charts that are exported as images. */
import { valueText } from "../lib/format/number";

// export/chart-image
export const noCanvas = "The browser cannot create a canvas of this size.";
export const xRange = (label: string, from: number, to: number): string =>
  `${label} ${valueText(from)} to ${valueText(to)}`;

/** The texts of marks, which load with these. */
import { countText } from "../../../lib/format/number";

// mark-lines
export const valueCount = (count: number): string => `${countText(count)} values`;

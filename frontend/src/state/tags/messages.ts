/** The texts of exports and warnings of tags. */
import { listText } from "../../lib/format/locale";
import { counted, countText } from "../../lib/format/number";

// export-scope
export const tagAndRunCount = (tags: number, runs: number): string =>
  `${counted(tags, "tag")} of ${counted(runs, "run")}`;
export const exportFilteredCards = (size: string): string => `Filtered cards: ${size}`;
export const exportShownRuns = (size: string): string => `Shown runs: ${size}`;
export const exportAll = (size: string): string => `Everything: ${size}`;

// muted-warnings
export const muteOfWarning = (run: string): string => `the mute of a warning about ${run}`;

// warnings
export const moreSeries = (series: number): string => `${countText(series)} more series`;
export const olderRuns = (others: number): string => counted(others, "older run");
export const notChecked = (parts: readonly string[]): string =>
  `Not checked: ${listText(parts)}. Show fewer runs to check all.`;

/** How far reading has come, in words. */
import type { Loading } from "../api/types";
import { bytesText, counted } from "../lib/number-text";

/** `Reading 0.4 of 1.8 GB: 214 runs, 3,100,000 points so far` */
export function readingText({ bytes_done, bytes_total, runs, points }: Loading): string {
  const found = `${counted(runs, "run")}, ${counted(points, "point")} so far`;
  if (bytes_total === 0) return `Looking for event files: ${found}`;
  return `Reading ${bytesText(bytes_done)} of ${bytesText(bytes_total)}: ${found}`;
}

/** The part that is done, from 0 to 1. */
export function readingPart({ bytes_done, bytes_total }: Loading): number {
  return bytes_total === 0 ? 0 : Math.min(1, bytes_done / bytes_total);
}

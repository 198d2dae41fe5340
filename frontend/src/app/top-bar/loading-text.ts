/** How far reading has come, in words. */
import type { Progress } from "../../api/types";
import { bytesText, partOfBytesText } from "../../lib/format/number";
import * as messages from "../messages";

/** Less is over before it is read. */
const MIN_SECONDS = 2;

/** `1.2 of 5.4 GB` */
export function bytesReadText({ bytes_done, bytes_total }: Progress): string {
  if (bytes_total === 0) return messages.searchingFiles;
  return partOfBytesText(Math.min(bytes_done, bytes_total), bytes_total);
}

/** `Reading 0.4 of 1.8 GB: 214 runs, 3,100,000 points so far` */
export function readingText(loading: Progress): string {
  const found = messages.runAndPointCountSoFar(loading.runs, loading.points);
  const done = bytesReadText(loading);
  return loading.bytes_total === 0
    ? messages.searchingWithCounts(done, found)
    : messages.readingWithCounts(done, found);
}

/** The part that is done, from 0 to 1. */
export function readingPart({ bytes_done, bytes_total }: Progress): number {
  return bytes_total === 0 ? 0 : Math.min(1, bytes_done / bytes_total);
}

/** An estimate, no finer than it is good: `about 12 s left`, `about 3 min left`. */
export function remainingText(seconds: number): string {
  if (seconds < MIN_SECONDS) return messages.almostDone;
  if (seconds < 20) return messages.secondsLeft(Math.round(seconds));
  if (seconds < 90) return messages.secondsLeft(5 * Math.round(seconds / 5));
  if (seconds < 90 * 60) return messages.minutesLeft(Math.round(seconds / 60));
  return messages.hoursLeft(Math.round(seconds / 3600));
}

/** What is known of the pace, the part that matters most first: `1.2 of 5.4 GB`, `340 MB/s`, … */
export function paceTexts(loading: Progress): string[] {
  const { rate, remaining } = loading;
  return [
    bytesReadText(loading),
    ...(rate > 0 ? [messages.bytesPerSecond(bytesText(rate))] : []),
    ...(remaining === null ? [] : [remainingText(remaining)]),
  ];
}

/** What has been found so far: `1,204 files`, `214 runs`, `3.1M points`. */
export function foundTexts({ files, runs, points }: Progress): string[] {
  return [
    messages.shortFileCount(files),
    messages.shortRunCount(runs),
    messages.shortPointCount(points),
  ];
}

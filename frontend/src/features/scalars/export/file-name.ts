/** The name of a file that a card is saved in. */

import { isNothing, type Smoothing } from "../../../lib/algorithms/smoothing";
import { fileStem } from "../../../lib/format/file-name";
import { kindEntry } from "../options/smoothing-option";

interface NamedFile {
  readonly title: string;
  /** The names of the runs in it. */
  readonly runs: readonly string[];
  /** Of its lines; null in a file of points as logged. */
  readonly smoothing: Smoothing | null;
}

/** How lines are smoothed, as in `EMA 0.6`; null where they are not. */
export function smoothingText(smoothing: Smoothing): string | null {
  if (isNothing(smoothing)) return null;
  return `${kindEntry(smoothing.kind).title} ${smoothing.amount}`;
}

/**
 * `Loss_train-adam_wide-EMA_0.6.svg`: what the card is called, the run where it is one, and how its
 * lines are smoothed, so that files of several cards and settings differ.
 */
export function fileName({ title, runs, smoothing }: NamedFile, ending: string): string {
  const [run = ""] = runs.length === 1 ? runs : [];
  const smoothed = (smoothing && smoothingText(smoothing)) ?? "";
  return `${fileStem(...[title, run, smoothed].filter(Boolean))}.${ending}`;
}

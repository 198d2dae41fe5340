/** What viewers noted about runs: names, colours, tags and notes, kept on the server. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { KeptPart } from "./kept";
import {
  type KeptMarks,
  keptMarks,
  marksOf,
  mergeMarks,
  parseMarks,
  type RunMark,
  type RunMarks,
  withMark,
} from "./run-marks-value";

const newest = signal<RunMarks>(new Map());
export const marks: ReadonlySignal<RunMarks> = newest;

const part = new KeptPart<KeptMarks>("runs", {
  parse: parseMarks,
  merge: (base, mine, theirs) =>
    keptMarks(mergeMarks(marksOf(base), marksOf(mine), marksOf(theirs))),
  onMerged: (value) => {
    newest.value = marksOf(value);
  },
});

/** Whether the server keeps nothing: marks then last as long as the page. */
export const marksReadOnly: ReadonlySignal<boolean> = computed(
  () => part.state.value === "read-only",
);

/** Reads what is kept. What was changed before that came stays. Call once. */
export async function startMarks(): Promise<void> {
  const kept = marksOf(await part.load());
  newest.value = mergeMarks(new Map(), newest.peek(), kept);
  window.addEventListener("pagehide", () => void part.flush(true));
}

/** Changes some fields of the mark of a run, or of a training; undefined takes one back. */
export function changeMark(
  run: string,
  change: { readonly [field in keyof RunMark]?: RunMark[field] | undefined },
): void {
  newest.value = withMark(newest.peek(), run, change);
  part.save(keptMarks(newest.peek()));
}

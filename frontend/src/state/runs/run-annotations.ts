/**
 * Viewers' annotations of runs, saved on the server: names, colours, tags and notes.
 *
 * Each change is a step of the undo history. When another client changes the same field, an undone
 * change yields to it, and the page reports so.
 */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { noteSavedChange, notifyOvertaken } from "../address/undo";
import * as messages from "../messages";
import { SharedDocument } from "../server/shared-document";
import {
  hasFields,
  type MarkFields,
  markChange,
  marksOf,
  mergeMarks,
  parseMarks,
  type RunMarks,
  type SavedMarks,
  savedMarks,
  withinRoom,
  withMark,
} from "./run-annotations-value";

const newest = signal<RunMarks>(new Map());
export const marks: ReadonlySignal<RunMarks> = newest;

/** What was undone or made again and is not written yet. */
interface Replayed {
  readonly run: string;
  readonly fields: MarkFields;
  readonly subject: string;
}

let replayed: readonly Replayed[] = [];

const part = new SharedDocument<SavedMarks>("runs", {
  parse: parseMarks,
  merge: (base, ours, theirs) => {
    const yields = (run: string, field: string) =>
      replayed.some((one) => one.run === run && field in one.fields);
    return savedMarks(mergeMarks(marksOf(base), marksOf(ours), marksOf(theirs), yields));
  },
  onMerged: (value) => {
    newest.value = marksOf(value);
    const overtaken = replayed.filter(({ run, fields }) => !hasFields(newest.peek(), run, fields));
    for (const { subject } of overtaken) notifyOvertaken(subject);
  },
});

/** Whether the server keeps nothing: marks then last as long as the page. */
export const marksReadOnly: ReadonlySignal<boolean> = computed(
  () => part.state.value === "read-only",
);

/** Names of the runs and experiments that the log has; null while they are not known. */
let findNames: () => ReadonlySet<string> | null = () => null;

/** Loads the saved marks and merges changes made before they came. Call once. */
export async function startMarks(names: typeof findNames): Promise<void> {
  findNames = names;
  part.follow();
  const saved = marksOf(await part.load());
  newest.value = mergeMarks(new Map(), newest.peek(), saved);
  window.addEventListener("pagehide", () => void part.flush(true));
}

effect(() => {
  if (part.state.value === "saved") replayed = [];
});

/** What was undone and is not written yet, but for what is changed again. */
function withoutFields(run: string, fields: MarkFields): readonly Replayed[] {
  const isAgain = (one: Replayed) =>
    one.run === run && Object.keys(fields).some((field) => field in one.fields);
  return replayed.filter((one) => !isAgain(one));
}

function store(run: string, change: MarkFields): void {
  const names = findNames();
  const changed = withMark(newest.peek(), run, change);
  // Without the runs of the log, nothing is known to be of no use.
  newest.value = names === null ? changed : withinRoom(changed, (one) => names.has(one));
  part.save(savedMarks(newest.peek()));
}

const NOUNS: Readonly<Record<keyof MarkFields, string>> = {
  name: messages.nameOfRun,
  colour: messages.colourOfRun,
  tags: messages.tagsOfRun,
  note: messages.noteOfRun,
  isAway: messages.archiveState,
};

function subjectOf(run: string, fields: MarkFields): string {
  const nouns = Object.keys(fields).map((field) => NOUNS[field as keyof MarkFields]);
  return messages.subjectOfRun(nouns, run);
}

/** Puts fields in the place of those that a change left; false where they are others by now. */
function replay(run: string, from: MarkFields, to: MarkFields, subject: string): boolean {
  if (!hasFields(newest.peek(), run, from)) return false;
  replayed = [...withoutFields(run, to), { run, fields: to, subject }];
  store(run, to);
  // At once, to leave little time for a conflicting change.
  void part.flush();
  return true;
}

/** Changes some fields of the mark of a run, or of an experiment; undefined takes one back. */
export function changeMark(run: string, change: MarkFields): void {
  const { before, after } = markChange(newest.peek(), run, change);
  if (Object.keys(after).length === 0) return;
  const subject = subjectOf(run, after);
  replayed = withoutFields(run, after);
  store(run, after);
  noteSavedChange({
    subject,
    apply: (direction) =>
      direction === "undo"
        ? replay(run, after, before, subject)
        : replay(run, before, after, subject),
  });
}

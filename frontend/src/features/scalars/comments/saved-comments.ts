/**
 * Comments on steps, saved on the server for all viewers. Each change is a step of the undo
 * history. When another client changes the same comment, an undone change yields to it, and the
 * page reports so.
 */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { noteSavedChange, notifyOvertaken } from "../../../state/address/undo";
import { showToast } from "../../../state/base/toasts";
import { SharedDocument } from "../../../state/server/shared-document";
import {
  type CommentConflict,
  conflictsOf,
  fits,
  isSameComment,
  mergeComments,
  parseComments,
  type SavedComments,
  type StepComment,
  withComment,
} from "./comment-value";
import * as messages from "./messages";

const NONE: readonly StepComment[] = [];

const newest = signal<readonly StepComment[]>(NONE);
/** Empty until they are read. */
export const savedComments: ReadonlySignal<readonly StepComment[]> = newest;

/** What was undone or redone and is not written yet, by id. */
let replayed: ReadonlyMap<string, StepComment | undefined> = new Map();

/** Nothing that a viewer wrote is gone without a word; of what yields, the undo history tells. */
function notifyOfConflict({ ours, theirs }: CommentConflict): void {
  if (replayed.has(theirs.id)) return;
  showToast(
    ours === undefined
      ? messages.notRemoved(theirs.step)
      : messages.replacedTheirs(theirs.step, theirs.text),
  );
}

const part = new SharedDocument<SavedComments>("comments", {
  parse: parseComments,
  merge: (base, ours, theirs) => {
    const yields = (id: string) => replayed.has(id);
    const [was, own, other] = [base?.comments ?? NONE, ours.comments, theirs.comments];
    for (const conflict of conflictsOf(was, own, other)) notifyOfConflict(conflict);
    return { version: 1, comments: mergeComments(was, own, other, yields) };
  },
  onMerged: ({ comments }) => {
    newest.value = comments;
    for (const [id, wanted] of replayed) {
      if (!isSameComment(find(id), wanted)) notifyOvertaken(subjectOf(wanted ?? find(id)));
    }
  },
});

/** Whether the server keeps nothing: comments then last as long as the page. */
export const areReadOnly: ReadonlySignal<boolean> = computed(
  () => part.state.value === "read-only",
);

effect(() => {
  if (part.state.value === "saved") replayed = new Map();
});

let loading: Promise<void> | undefined;

/** Loads the saved comments, once for as long as the page is open, and follows their changes. */
export function loadComments(): Promise<void> {
  loading ??= part.load().then((saved) => {
    part.follow();
    newest.value = mergeComments(NONE, newest.peek(), saved?.comments ?? NONE);
    window.addEventListener("pagehide", () => void part.flush(true));
  });
  return loading;
}

function find(id: string): StepComment | undefined {
  return newest.peek().find((one) => one.id === id);
}

function subjectOf(comment: StepComment | undefined): string {
  return comment === undefined ? messages.aComment : messages.commentAt(comment.step);
}

function store(id: string, comment: StepComment | undefined): void {
  newest.value = withComment(newest.peek(), id, comment);
  part.save({ version: 1, comments: newest.peek() });
}

function without(id: string): ReadonlyMap<string, StepComment | undefined> {
  return new Map([...replayed].filter(([one]) => one !== id));
}

/** Puts one in the place of what a change left; false where that is another by now. */
function replay(id: string, from: StepComment | undefined, to: StepComment | undefined): boolean {
  if (!isSameComment(find(id), from)) return false;
  replayed = new Map([...replayed, [id, to]]);
  store(id, to);
  // At once, to leave little time for a conflicting change.
  void part.flush();
  return true;
}

/** Adds or changes a comment, or removes it; false, with a notice, where there is no room. */
export function changeComment(id: string, after: StepComment | undefined): boolean {
  const before = find(id);
  if (isSameComment(before, after)) return true;
  if (after !== undefined && !fits(withComment(newest.peek(), id, after))) {
    showToast(messages.noRoom);
    return false;
  }
  replayed = without(id);
  store(id, after);
  noteSavedChange({
    subject: subjectOf(after ?? before),
    apply: (direction) =>
      direction === "undo" ? replay(id, after, before) : replay(id, before, after),
  });
  return true;
}

/** Texts of comments on steps. */
import { counted, countText } from "../../../lib/format/number";

export const aComment = "a comment";
export const commentAt = (step: number): string => `the comment at step ${countText(step)}`;
export const noRoom = "No room for more comments: remove some first";

export const addTitle = "Add comment";
export const editTitle = "Edit comment";
export const textLabel = "Comment";
export const stepLabel = "Step";
export const runLabel = "Run";
export const allRuns = "All runs";
export const save = "Save";
export const remove = "Remove";
export const cancel = "Cancel";
export const hint = "Drawn at this step on all scalar charts, for all users of this log directory.";
export const readOnlyHint =
  "Read-only server: the comment is not saved and lasts until the page is closed.";

export const changedMeanwhile = (text: string): string =>
  `Another viewer has changed this comment to “${text}”. If you edit the text, saving replaces it.`;
export const removedMeanwhile =
  "Another viewer has removed this comment. If you save, it is added again.";
export const replacedTheirs = (step: number, text: string): string =>
  `You have replaced what another viewer wrote at step ${countText(step)} at the same time: “${text}”`;
export const notRemoved = (step: number): string =>
  `Not removed: another viewer has changed the comment at step ${countText(step)}`;

export const menuTitle = "Chart";
export const addItem = (step: number | null): string =>
  step === null ? "Add comment…" : `Add comment at step ${countText(step)}…`;
export const addAction = "Add comment on a step";
export const shortcut = "Comment on the step under the pointer, or on the selected step";
export const comments = "Comments";

/** As on a flag: `Step 300, run a: learning rate lowered`. */
export const commentLine = (step: number, run: string | null, text: string): string =>
  run === null ? `Step ${countText(step)}: ${text}` : `Step ${countText(step)}, ${run}: ${text}`;
export const moreComments = (more: number): string => `${countText(more)} more`;
export const flagName = (lines: readonly string[], comments = lines.length): string =>
  `${counted(comments, "comment")}. ${lines.join("; ")}`;

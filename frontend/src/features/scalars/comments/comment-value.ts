/** Comments of viewers on steps as values: parsed, changed and merged. */
import { firstCharacters, wellFormed } from "../../../lib/format/characters";

/** What a viewer says about a step. */
export interface StepComment {
  readonly id: string;
  readonly step: number;
  /** The tag of the chart that it was written on, or its expression: charts over times read the
   * place of the step from it. */
  readonly tag: string;
  readonly isExpression?: true;
  /** The name of the run; without one it is about all runs. */
  readonly run?: string;
  readonly text: string;
}

export type SavedComments = {
  readonly version: 1;
  readonly comments: readonly StepComment[];
};

export const MAX_TEXT_LENGTH = 500;
export const MAX_COMMENTS = 500;

/** The text in one line, as far as it counts. */
export function commentText(text: string): string {
  return firstCharacters(wellFormed(text).replace(/\s+/g, " ").trim(), MAX_TEXT_LENGTH);
}

/** Undefined for what is no comment. */
export function parseComment(value: unknown): StepComment | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, step, tag, isExpression, run, text } = value as Partial<StepComment>;
  if (typeof id !== "string" || id === "" || typeof tag !== "string") return undefined;
  if (typeof step !== "number" || !Number.isSafeInteger(step)) return undefined;
  const short = typeof text === "string" ? commentText(text) : "";
  if (short === "") return undefined;
  return {
    id,
    step,
    tag,
    ...(isExpression === true && { isExpression }),
    ...(typeof run === "string" && { run }),
    text: short,
  };
}

/** What a form has: an empty name stands for all runs. */
export interface CommentFields {
  readonly step: number | null;
  readonly run: string;
  readonly text: string;
}

/**
 * The fields of a form that began with `before`. Those that this viewer left alone are as they are
 * `now`: another viewer may have changed them meanwhile. Without a comment now, all are the form's.
 */
export function editedFields(
  before: CommentFields,
  form: CommentFields,
  now: CommentFields | undefined,
): CommentFields {
  if (now === undefined) return form;
  return {
    step: form.step === before.step ? now.step : form.step,
    run: form.run === before.run ? now.run : form.run,
    text: form.text === before.text ? now.text : form.text,
  };
}

/** Without what is no comment, and with one of each id. */
export function parseComments(value: unknown): SavedComments | undefined {
  const { comments } = (value ?? {}) as { comments?: unknown };
  if (!Array.isArray(comments)) return undefined;
  const known = new Map(comments.flatMap((one) => parseComment(one) ?? []).map((c) => [c.id, c]));
  return { version: 1, comments: [...known.values()] };
}

export function isSameComment(one: StepComment | undefined, other: StepComment | undefined) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The comments with one in the place of that of its id, or as the last; undefined removes it. */
export function withComment(
  comments: readonly StepComment[],
  id: string,
  comment: StepComment | undefined,
): readonly StepComment[] {
  const at = comments.findIndex((one) => one.id === id);
  const changed = [...comments];
  if (at >= 0) changed.splice(at, 1, ...(comment === undefined ? [] : [comment]));
  else if (comment !== undefined) changed.push(comment);
  return changed;
}

/**
 * What two viewers came to who began from the same: theirs, with what we added, changed and
 * removed. What one of us changed and the other removed stays as changed, so that no text is lost.
 * Where it `yields`, and both of us changed it, theirs.
 */
export function mergeComments(
  base: readonly StepComment[],
  ours: readonly StepComment[],
  theirs: readonly StepComment[],
  yields: (id: string) => boolean = () => false,
): readonly StepComment[] {
  const [before, own, their] = [base, ours, theirs].map(
    (all) => new Map(all.map((one) => [one.id, one])),
  ) as [Map<string, StepComment>, Map<string, StepComment>, Map<string, StepComment>];
  let merged = theirs;
  for (const id of new Set([...before.keys(), ...own.keys()])) {
    const [was, is, other] = [before.get(id), own.get(id), their.get(id)];
    if (isSameComment(was, is)) continue;
    const isTheirsToo = !isSameComment(was, other);
    if (isTheirsToo && (is === undefined || yields(id))) continue;
    merged = withComment(merged, id, is);
  }
  return merged;
}

/** A comment that both of two viewers changed, as each of them left it. */
export interface CommentConflict {
  readonly ours: StepComment | undefined;
  readonly theirs: StepComment;
}

/**
 * The comments of `theirs` that we have changed or removed otherwise: `mergeComments` replaces their
 * change by ours, and leaves theirs where we removed it.
 */
export function conflictsOf(
  base: readonly StepComment[],
  ours: readonly StepComment[],
  theirs: readonly StepComment[],
): readonly CommentConflict[] {
  const own = new Map(ours.map((one) => [one.id, one]));
  const before = new Map(base.map((one) => [one.id, one]));
  return theirs.flatMap((other) => {
    const [was, is] = [before.get(other.id), own.get(other.id)];
    const isChangedByBoth = !isSameComment(was, other) && !isSameComment(was, is);
    return isChangedByBoth && !isSameComment(is, other) ? [{ ours: is, theirs: other }] : [];
  });
}

/** What the server takes as one part, less room for what it writes around it. */
const MAX_BYTES = (1 << 20) - 4096;

/** Whether the server takes so many comments: in its JSON, all but ASCII takes six bytes. */
export function fits(comments: readonly StepComment[]): boolean {
  const text = JSON.stringify(comments);
  const bytes = text.length + 5 * (text.match(/[^\0-\x7f]/g)?.length ?? 0) + 12 * comments.length;
  return comments.length <= MAX_COMMENTS && bytes <= MAX_BYTES;
}

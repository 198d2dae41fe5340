/** Viewers' annotations of runs as values: parsed, changed and merged. */
import { firstCharacters, wellFormed } from "../../lib/format/characters";

/** A slot of the palette, or a colour of the viewers' own such as `#1a7f37`. */
export type RunColour = number | string;

function isColour(value: unknown): value is RunColour {
  return Number.isInteger(value) || (typeof value === "string" && /^#[\da-f]{6}$/.test(value));
}

/** Marks of a run or an experiment; an absent one was never set, or was cleared. */
export interface RunMark {
  /** A name of the viewers' own. */
  readonly name?: string;
  readonly colour?: RunColour;
  readonly tags?: readonly string[];
  readonly note?: string;
  /** Archived. */
  readonly isAway?: true;
}

/** By the name of the run, or of the experiment, relative to the log directory. */
export type RunMarks = ReadonlyMap<string, RunMark>;

/** The saved form; names are in a list, since they are data. */
export type SavedMarks = { readonly marks: readonly (RunMark & { readonly run: string })[] };

export const MAX_NAME_LENGTH = 200;
export const MAX_NOTE_LENGTH = 4000;
export const MAX_TAG_LENGTH = 60;
const MAX_TAGS = 20;

/** `base, paper` as tags: each once, without spaces around, none empty. */
export function parseTags(text: string): readonly string[] {
  const tags = wellFormed(text)
    .split(",")
    .map((tag) => firstCharacters(tag.trim(), MAX_TAG_LENGTH));
  return [...new Set(tags)].filter((tag) => tag !== "").slice(0, MAX_TAGS);
}

function textOf(value: unknown, longest: number): string | undefined {
  return typeof value === "string" && value !== ""
    ? firstCharacters(wellFormed(value), longest)
    : undefined;
}

/** A mark without what says nothing; undefined when all of it does. */
export function parseMark(value: unknown): RunMark | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Readonly<Record<keyof RunMark, unknown>>;
  const name = textOf(fields.name, MAX_NAME_LENGTH);
  const note = textOf(fields.note, MAX_NOTE_LENGTH);
  const tags = Array.isArray(fields.tags)
    ? parseTags(fields.tags.filter((tag) => typeof tag === "string").join(","))
    : [];
  const mark: RunMark = {
    ...(name !== undefined && { name }),
    ...(isColour(fields.colour) && { colour: fields.colour }),
    ...(tags.length > 0 && { tags }),
    ...(note !== undefined && { note }),
    ...(fields.isAway === true && { isAway: true as const }),
  };
  return Object.keys(mark).length === 0 ? undefined : mark;
}

export function parseMarks(value: unknown): SavedMarks | undefined {
  const marks = (value as SavedMarks | null)?.marks;
  return Array.isArray(marks) ? savedMarks(marksOf({ marks })) : undefined;
}

export function marksOf(saved: SavedMarks | undefined): RunMarks {
  const marks = new Map<string, RunMark>();
  for (const entry of saved?.marks ?? []) {
    const mark = parseMark(entry);
    if (typeof entry?.run === "string" && mark !== undefined) marks.set(entry.run, mark);
  }
  return marks;
}

export function savedMarks(marks: RunMarks): SavedMarks {
  return { marks: [...marks].map(([run, mark]) => ({ run, ...mark })) };
}

/**
 * The marks with some fields of one changed, which is the last then; undefined takes a field back.
 */
export function withMark(marks: RunMarks, run: string, change: MarkFields): RunMarks {
  const changed = new Map(marks);
  const mark = parseMark({ ...marks.get(run), ...change });
  changed.delete(run);
  if (mark !== undefined) changed.set(run, mark);
  return changed;
}

/** What the server takes as one part, less room for what it writes around it. */
export const MAX_BYTES = (1 << 20) - 4096;

/** The bytes of a value in the server's JSON, where all but ASCII takes six. */
function storedBytes(value: unknown): number {
  const text = JSON.stringify(value);
  return (
    text.length + 5 * (text.match(/[^\0-\x7f]/g)?.length ?? 0) + (text.match(/[,:]/g)?.length ?? 0)
  );
}

/**
 * The marks, or where they are more than `most` bytes, without some of runs that are not there:
 * those changed longest ago, which stand first. Marks of runs that are there stay.
 */
export function withinRoom(
  marks: RunMarks,
  isThere: (run: string) => boolean,
  most = MAX_BYTES,
): RunMarks {
  let bytes = storedBytes(savedMarks(marks));
  if (bytes <= most) return marks;
  const left = new Map(marks);
  for (const [run, mark] of marks) {
    if (bytes <= (most * 7) / 8) break;
    if (isThere(run)) continue;
    left.delete(run);
    bytes -= storedBytes({ run, ...mark });
  }
  return left;
}

type Field = keyof RunMark;

const FIELDS: readonly Field[] = ["name", "colour", "tags", "note", "isAway"];

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Some fields of a mark before or after a change; undefined where one was not set. */
export type MarkFields = { readonly [field in Field]?: RunMark[field] | undefined };

/**
 * What a change makes of the mark of a run: the fields that differ, as they were and as they are.
 */
export function markChange(
  marks: RunMarks,
  run: string,
  change: MarkFields,
): { readonly before: MarkFields; readonly after: MarkFields } {
  const [from, to] = [marks.get(run), withMark(marks, run, change).get(run)];
  const changed = FIELDS.filter((field) => !isSame(from?.[field], to?.[field]));
  const fieldsOf = (mark: RunMark | undefined): MarkFields =>
    Object.fromEntries(changed.map((field) => [field, mark?.[field]]));
  return { before: fieldsOf(from), after: fieldsOf(to) };
}

/** Whether the mark of a run has these fields as they are here. */
export function hasFields(marks: RunMarks, run: string, fields: MarkFields): boolean {
  const mark = marks.get(run);
  return FIELDS.every((field) => !(field in fields) || isSame(mark?.[field], fields[field]));
}

/**
 * What two viewers came to who began from the same: for each field, ours if we changed it. Where it
 * `yields`, and both of us changed it, theirs.
 */
export function mergeMarks(
  base: RunMarks,
  ours: RunMarks,
  theirs: RunMarks,
  yields: (run: string, field: Field) => boolean = () => false,
): RunMarks {
  let merged = theirs;
  for (const run of new Set([...base.keys(), ...ours.keys()])) {
    const before = base.get(run);
    const now = ours.get(run);
    const isOurs = (field: Field) =>
      !isSame(before?.[field], now?.[field]) &&
      !(yields(run, field) && !isSame(before?.[field], theirs.get(run)?.[field]));
    const changed = FIELDS.filter(isOurs);
    if (changed.length === 0) continue;
    merged = withMark(merged, run, Object.fromEntries(changed.map((f) => [f, now?.[f]])));
  }
  return merged;
}

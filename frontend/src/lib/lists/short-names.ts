/**
 * Short names: what tells the names of a list apart.
 *
 * Runs of a sweep share directories, beginnings, endings and words between. Each step below leaves
 * one text that all names share out of all of them. It applies where the names stay apart, none is
 * left empty and none grows; steps follow until none is of use. So a short name is short already,
 * and depends on which names there are, not on their order.
 *
 * Directories at the beginning always go. The other steps are for names longer than the room.
 */

/** Up to this many characters a name fits nearly everywhere. */
const ROOM = 20;
/** A text is left out from so many characters on: `lr_` is read at once. */
const WORTH_LEAVING_OUT = 6;
/** Stands for what was left out between or behind other words; at the beginning, nothing does. */
const LEFT_OUT = "…";

/** How much all names have in common at their beginning. */
function commonLength(names: readonly string[]): number {
  const [first = "", ...others] = names;
  let length = first.length;
  for (const name of others) {
    let same = 0;
    while (same < length && name[same] === first[same]) same += 1;
    length = same;
  }
  return length;
}

function commonEnd(names: readonly string[]): string {
  const [first = "", ...others] = names;
  let length = first.length;
  for (const name of others) {
    let same = 0;
    while (same < length && name.at(-1 - same) === first.at(-1 - same)) same += 1;
    length = same;
  }
  return first.slice(first.length - length);
}

const MARKS = "/_:@,. -";

/**
 * Whether a character stands between two words. None does before a number: `seed_1`, `1e-2` and
 * `15-04-12` stay whole, since a number says nothing without what it is of. Nor does one within a
 * pair such as `lr = 0.1`.
 */
export function isMark(text: string, at: number): boolean {
  if (!MARKS.includes(text[at] ?? "none")) return false;
  if (text[at] === "/") return true;
  const isBeforeNumber = /^-?\.?\d/.test(text.slice(at + 1, at + 4));
  return !isBeforeNumber && text[at - 1] !== "=" && text[at + 1] !== "=";
}

const hasPair = (text: string): boolean => text.includes(" = ");

/** Of `a = 1, b = 2`, where the pair begins that may go on differently. */
const lastPair = (text: string): number => {
  const comma = text.lastIndexOf(", ");
  return comma < 0 ? 0 : comma + 2;
};

/** Where the directories end that all names begin with. */
function directoriesLength(names: readonly string[]): number {
  const common = (names[0] ?? "").slice(0, commonLength(names));
  return hasPair(common) ? 0 : common.lastIndexOf("/") + 1;
}

/** Where the words end that all names begin with. */
function wordsLength(names: readonly string[]): number {
  const common = (names[0] ?? "").slice(0, commonLength(names));
  let length = hasPair(common) ? lastPair(common) : common.length;
  while (length > 0 && !names.every((name) => isMark(name, length - 1))) length -= 1;
  return length;
}

function withoutStart(names: readonly string[], length: number): readonly string[] {
  return names.map((name) => name.slice(length));
}

/** What all names end with, from the beginning of a word on. */
function sharedEnd(names: readonly string[]): string {
  const end = commonEnd(names);
  if (hasPair(end)) return end.includes(", ") ? end.slice(end.indexOf(", ")) : "";
  let from = 0;
  while (from < end.length && !isMark(end, from)) from += 1;
  return end.slice(from);
}

/** A pair goes whole or not at all, and nothing is left out twice. */
function mayBeLeftOut(text: string): boolean {
  if (text.length < WORTH_LEAVING_OUT || text.includes(LEFT_OUT)) return false;
  return text.startsWith(", ") || !hasPair(text);
}

/** All texts of a name between two marks, these included, the longest first. */
function middles(name: string): string[] {
  const marks = [...Array(name.length).keys()].filter((at) => isMark(name, at));
  return marks
    .flatMap((from, nth) => marks.slice(nth + 1).map((to) => name.slice(from, to + 1)))
    .filter(mayBeLeftOut)
    .sort((one, other) => other.length - one.length);
}

function isWithin(name: string, text: string): boolean {
  const at = name.indexOf(text, 1);
  return at > 0 && at + text.length < name.length;
}

/** The longest text between words that all names have; of equally long ones the first. */
function sharedMiddle(names: readonly string[]): string {
  const [first = "", ...others] = names;
  return middles(first).find((text) => others.every((name) => isWithin(name, text))) ?? "";
}

function withoutMiddle(name: string, text: string): string {
  const isPath = text.startsWith("/") && text.endsWith("/");
  const at = name.indexOf(text, 1);
  const rest = name.slice(at + text.length);
  return `${name.slice(0, at)}${isPath ? `/${LEFT_OUT}/` : LEFT_OUT}${rest}`;
}

/** Names without a text that all share; the same where there is nothing to leave out. */
type Step = (names: readonly string[]) => readonly string[];

const leaveOutDirectories: Step = (names) => withoutStart(names, directoriesLength(names));

const leaveOutStart: Step = (names) => {
  const length = wordsLength(names);
  return length < WORTH_LEAVING_OUT ? names : withoutStart(names, length);
};

const leaveOutEnd: Step = (names) => {
  const end = sharedEnd(names);
  if (end.length < WORTH_LEAVING_OUT) return names;
  return names.map((name) => `${name.slice(0, -end.length)}${LEFT_OUT}`);
};

const leaveOutMiddle: Step = (names) => {
  const text = sharedMiddle(names);
  return text === "" ? names : names.map((name) => withoutMiddle(name, text));
};

const IF_LONG: readonly Step[] = [leaveOutStart, leaveOutEnd, leaveOutMiddle];

/** Whether a step has made all names shorter and leaves them apart. */
function isOfUse(before: readonly string[], after: readonly string[]): boolean {
  return (
    after.every((name, at) => name !== "" && name.length < (before[at] ?? "").length) &&
    new Set(after).size === before.length
  );
}

/** The names after the first step that is of use; null when none is. */
function shortened(names: readonly string[], room: number): readonly string[] | null {
  const isLong = names.some(({ length }) => length > room);
  // The first name is what others are compared with: it must not depend on their order.
  const sorted = [...names.keys()].sort((one, other) =>
    (names[one] as string) < (names[other] as string) ? -1 : 1,
  );
  const inOrder = sorted.map((at) => names[at] as string);
  for (const step of isLong ? [leaveOutDirectories, ...IF_LONG] : [leaveOutDirectories]) {
    const found = step(inOrder);
    if (!isOfUse(inOrder, found)) continue;
    const after = [...names];
    for (const [nth, at] of sorted.entries()) after[at] = found[nth] as string;
    return after;
  }
  return null;
}

/**
 * The short name of each name of a list. Short names differ where names do, and none is longer than
 * its name. `room` is in characters.
 */
export function shortNames(names: Iterable<string>, room = ROOM): ReadonlyMap<string, string> {
  const all = [...new Set(names)];
  let short: readonly string[] = all;
  for (let next: typeof short | null = all; next !== null && all.length > 1; ) {
    short = next;
    next = shortened(short, room);
  }
  return new Map(all.map((name, at) => [name, short[at] as string]));
}

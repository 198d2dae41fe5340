/**
 * What tells names apart. Runs of a sweep share long beginnings and endings; a narrow column has
 * room for what differs.
 */
import { boundaryAfter } from "../format/characters";

/** Up to this many characters of every name's own part stay whole. */
const SHORT = 20;
/** Words that all names share are left out from so many characters on: `lr_` is read at once. */
const WORTH_LEAVING_OUT = 6;
/** Up to so many characters at the end tell names apart by themselves. */
const SHORT_END = 8;

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

/**
 * What all names begin with, up to a "/". Where that leaves long names, up to any mark between
 * words, so that `resnet_adam_lr0.1` and `resnet_adam_lr0.2` differ from their first character on.
 * Values say nothing without what they are values of: of `lr = 0.1` and `lr = 0.2`, nothing goes.
 */
export function sharedPrefix(names: readonly string[], length = commonLength(names)): string {
  if (names.length < 2) return "";
  const common = (names[0] ?? "").slice(0, length);
  if (common.includes(" = ")) return "";
  const byPath = common.slice(0, common.lastIndexOf("/") + 1);
  const longest = Math.max(...names.map((name) => name.length - byPath.length));
  if (longest <= SHORT) return byPath;
  const byWord = /^.*[/_:=@ -]/s.exec(common)?.[0] ?? "";
  return byWord.length >= byPath.length + WORTH_LEAVING_OUT ? byWord : byPath;
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}

/**
 * What all names end with behind what they begin with, from a mark between words on. Short names
 * keep their endings: `a/train` and `b/train` read well as they are.
 */
export function sharedSuffix(names: readonly string[], prefix = sharedPrefix(names)): string {
  const own = names.map((name) => name.slice(prefix.length));
  if (names.length < 2 || Math.max(...own.map(({ length }) => length)) <= SHORT) return "";
  const backwards = own.map(reversed);
  const common = reversed((backwards[0] ?? "").slice(0, commonLength(backwards)));
  const ending = /[/_:=@ -].*$/s.exec(common)?.[0] ?? "";
  return ending.length >= WORTH_LEAVING_OUT ? ending : "";
}

/** What all names of a list share. */
export interface SharedParts {
  readonly prefix: string;
  readonly suffix: string;
  /** So many characters at the end are seen of each, however narrow the column: see `endOf`. */
  readonly end: number;
}

export function sharedParts(names: readonly string[]): SharedParts {
  const length = commonLength(names);
  const prefix = sharedPrefix(names, length);
  return { prefix, suffix: sharedSuffix(names, prefix), end: endOf(names, length) };
}

/** Few where the ends alone tell names apart, as of `run_00098` and `run_00099`; else 20. */
function endOf(names: readonly string[], common: number): number {
  const longest = Math.max(0, ...names.map(({ length }) => length));
  const own = longest - common;
  return names.length > 1 && own <= SHORT_END ? Math.max(own, SHORT_END / 2) : SHORT;
}

/** The name without what it shares, with … for an ending left out; never empty. */
export function ownPart(name: string, { prefix, suffix }: SharedParts): string {
  const start = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const shorter = suffix !== "" && start.endsWith(suffix) && start.length > suffix.length;
  return (shorter ? `${start.slice(0, -suffix.length)}…` : start) || name;
}

/**
 * The name in two pieces for a column that is cut in the middle: the first piece gives way, the
 * second (at most `tail` characters, from a path part's beginning where one is near) always shows.
 */
export function splitForMiddleCut(name: string, tail: number): [head: string, tail: string] {
  if (name.length <= tail) return ["", name];
  const from = boundaryAfter(name, name.length - tail);
  const slash = name.indexOf("/", from);
  const cut = slash >= 0 && slash < name.length - 1 ? slash : from;
  return [name.slice(0, cut), name.slice(cut)];
}

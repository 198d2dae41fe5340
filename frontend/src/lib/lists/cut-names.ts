/**
 * Where names give way in a column that is too narrow for them, so that what tells them apart stays
 * in view: at their end where their beginnings differ, else before an end that differs, else before
 * the word in which a name leaves the one most like it.
 */
import { boundaryBefore } from "../format/characters";

/** The first piece of a name gives way, the second always shows; without one, the end gives way. */
export type CutName = readonly [head: string, tail: string];

export type CutNames = (name: string) => CutName;

/** A beginning of so many characters is seen in the narrowest column. */
const BEGINNING = 8;
/** An end of so many characters leaves room for the rest. */
const END = 12;
const LONG_END = 20;
/** At least so much is seen of an end, and given way of a beginning. */
const LEAST_END = 4;
const LEAST_HEAD = 3;
/** So far before an end a word may begin, to be seen whole. */
const NEAR = 6;

function commonLength(one: string, other: string | undefined): number {
  if (other === undefined) return 0;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** How many characters of its beginning no other name has, by name. */
function distinctLengths(names: readonly string[]): ReadonlyMap<string, number> {
  const sorted = names.toSorted((one, other) => (one < other ? -1 : 1));
  return new Map(
    sorted.map((name, at) => {
      const shared = [sorted[at - 1], sorted[at + 1]].map((other) => commonLength(name, other));
      return [name, Math.max(...shared) + 1];
    }),
  );
}

/** By UTF-16 units: for lengths alone. */
function reversed(text: string): string {
  return text.split("").reverse().join("");
}

/** The mark before a word that begins the text; `15-04-12` is one word. */
const BEFORE_WORD = /^(?:[_:@, =]|-(?!\d))/;

/** Where an end of at least `length` characters begins, at a word where one begins near. */
function endFrom(name: string, length: number, near = NEAR): number {
  const from = Math.max(0, name.length - length);
  for (let at = from; at > Math.max(0, from - near); at -= 1) {
    if (name[at] === "/") return at;
    if (BEFORE_WORD.test(name.slice(at - 1))) return at;
  }
  return boundaryBefore(name, from);
}

/** The name, or as much of it as fits: its first piece gives way, then its second. */
export function fittedName([head, tail]: CutName, fits: (text: string) => boolean): string {
  const whole = head + tail;
  if (fits(whole)) return whole;
  for (let at = head.length - 1; at >= 0; at -= 1) {
    const text = `${head.slice(0, boundaryBefore(head, at))}…${tail}`;
    if (fits(text)) return text;
  }
  for (let at = tail.length - 1; at > 0; at -= 1) {
    const text = `${tail.slice(0, boundaryBefore(tail, at))}…`;
    if (fits(text)) return text;
  }
  return "…";
}

/** Where the end begins that stays in view; 0 where the beginning does. */
function endOf(name: string, start: number, end: number): number {
  if (start <= BEGINNING) return 0;
  if (end <= END) return endFrom(name, Math.max(LEAST_END, end));
  if (start <= END) return 0;
  // Neither tells it from all others: its beginning is seen, and where it leaves the nearest one.
  const from = endFrom(name, name.length - start + 1);
  return name.length - from <= LONG_END ? from : endFrom(name, END);
}

/** Cuts each name of a list by what tells it from the others; a name alone before its last word. */
export function cutNames(names: Iterable<string>): CutNames {
  const unique = [...new Set(names)];
  const all = unique.length > 1 ? unique : [];
  const fromStart = distinctLengths(all);
  const fromEnd = distinctLengths(all.map(reversed));
  const cutAt = (name: string): number => {
    const [start, end] = [fromStart.get(name), fromEnd.get(reversed(name))];
    if (start !== undefined && end !== undefined) return endOf(name, start, end);
    return name.length <= BEGINNING ? 0 : endFrom(name, LEAST_END, LONG_END - LEAST_END);
  };
  return (name) => {
    const from = cutAt(name);
    if (from < LEAST_HEAD) return [name, ""];
    return [name.slice(0, from), name.slice(from)];
  };
}

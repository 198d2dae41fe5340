/** Putting a filter's query to values. */
import * as messages from "./messages";
import type { CompareNode, CompareOp, FilterNode } from "./parse-filter";

/** What stands under a key; a list matches if one of its texts does. */
export type FilterValue = number | string | boolean | readonly string[] | null;

/** How the items of a list are read; undefined for a key that there is none of. */
export type Resolve<T> = (key: string) => ((item: T) => FilterValue) | undefined;

export interface FilterMatch<T> {
  readonly matches: (item: T) => boolean;
  /** The condition that no value can meet, as a sentence; everything matches then. */
  readonly error: string | null;
}

class UnknownKey extends Error {}

/** Seconds by the unit behind a number, as in `age<2h`. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["s", 1],
  ["min", 60],
  ["h", 3600],
  ["d", 86_400],
  ["w", 604_800],
  ["k", 1e3],
  ["m", 1e6],
]);

/**
 * A number as typed: `1e-3`, `2h`, `10k`, `nan`, `inf`, or a day such as `2026-01-31`, in seconds
 * since the epoch at its midnight; null for anything else.
 */
export function parseNumber(text: string): number | null {
  const word = text.trim().toLowerCase().replace("−", "-");
  if (word === "nan") return Number.NaN;
  if (/^[+-]?inf(inity)?$/.test(word)) return word.startsWith("-") ? -Infinity : Infinity;
  if (/^\d{4}-\d\d-\d\d$/.test(word)) return Date.parse(`${word}T00:00`) / 1000;
  const found = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(s|min|h|d|w|k|m|)$/.exec(word);
  if (found === null) return null;
  return Number(found[1]) * (UNITS.get(found[2] ?? "") ?? 1);
}

/**
 * What a query says of items: `textOf` is what plain words and patterns are looked for in.
 */
export function compileFilter<T>(
  node: FilterNode | null,
  textOf: (item: T) => string,
  resolve: Resolve<T>,
): FilterMatch<T> {
  if (node === null) return { matches: () => true, error: null };
  try {
    return { matches: compile(node, textOf, resolve), error: null };
  } catch (cause) {
    if (cause instanceof UnknownKey) return { matches: () => true, error: cause.message };
    throw cause;
  }
}

function compile<T>(
  node: FilterNode,
  textOf: (item: T) => string,
  resolve: Resolve<T>,
): (item: T) => boolean {
  switch (node.kind) {
    case "text": {
      const wanted = node.text.toLowerCase();
      return (item) => textOf(item).toLowerCase().includes(wanted);
    }
    case "pattern":
      return (item) => node.pattern.test(textOf(item));
    case "not": {
      const matches = compile(node.of, textOf, resolve);
      return (item) => !matches(item);
    }
    case "compare":
      return compileCompare(node, resolve);
    default: {
      const all = node.of.map((part) => compile(part, textOf, resolve));
      if (node.kind === "and") return (item) => all.every((matches) => matches(item));
      return (item) => all.some((matches) => matches(item));
    }
  }
}

function compileCompare<T>(node: CompareNode, resolve: Resolve<T>): (item: T) => boolean {
  const { key, op, value } = node;
  const read = resolve(key);
  if (read === undefined) {
    const text = `${key}${op}${value instanceof RegExp ? `/${value.source}/` : value}`;
    throw new UnknownKey(messages.unknownColumn(key, text));
  }
  if (value instanceof RegExp) return (item) => textsOf(read(item)).some((one) => value.test(one));
  const number = parseNumber(value);
  const wanted = value.toLowerCase();
  return (item) => {
    const found = read(item);
    if (found === null) return op === "!=";
    if (typeof found === "number" && number !== null) return compareNumbers(found, op, number);
    return compareTexts(textsOf(found), op, wanted, Array.isArray(found));
  };
}

function textsOf(value: FilterValue): readonly string[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [String(value)];
}

function compareNumbers(found: number, op: CompareOp, wanted: number): boolean {
  const isSame = Object.is(found, wanted) || found === wanted;
  switch (op) {
    case "<":
      return found < wanted;
    case "<=":
      return found <= wanted;
    case ">":
      return found > wanted;
    case ">=":
      return found >= wanted;
    case "!=":
      return !isSame;
    default:
      return isSame;
  }
}

/** Texts are equal whatever their case; `:` matches a part of a text, or a member of a list. */
function compareTexts(
  texts: readonly string[],
  op: CompareOp,
  wanted: string,
  isList: boolean,
): boolean {
  const isEqual = texts.some((text) => text.toLowerCase() === wanted);
  if (op === "=") return isEqual;
  if (op === "!=") return !isEqual;
  if (op === ":")
    return isEqual || (!isList && texts.some((text) => text.toLowerCase().includes(wanted)));
  return texts.some((text) => {
    const order = text.toLowerCase() < wanted ? -1 : text.toLowerCase() > wanted ? 1 : 0;
    return op.startsWith("<")
      ? order < 0 || (op === "<=" && order === 0)
      : order > 0 || (op === ">=" && order === 0);
  });
}

/**
 * Charts of several tags, as they stand in the address: each a JSON object of tags, of expressions
 * over tags, or of a regular expression that tags match, and of those that are measured by the right
 * axis.
 */
import type { Tag } from "../../../api/types";
import { literalPattern } from "../../../lib/filter/safe-regexp";
import { parseTextFilter } from "../../../lib/filter/text-filter";

export interface Combined {
  readonly tags: readonly string[];
  /** What is computed of tags, as in `loss@train - loss@val`; none by default. */
  readonly expressions?: readonly string[];
  /** Empty for a chart of the tags listed alone. */
  readonly match: string;
  readonly right: readonly string[];
}

/** A chart of more tags tells nothing. */
export const MAX_TAGS = 24;

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one) => typeof one === "string").slice(0, MAX_TAGS);
}

/** Null for what is no such chart. */
export function parseCombined(text: string): Combined | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { tags, expressions, match, right } = value as Record<string, unknown>;
  const computed = texts(expressions);
  const combined: Combined = {
    tags: texts(tags),
    ...(computed.length > 0 && { expressions: computed }),
    match: typeof match === "string" ? match : "",
    right: texts(right),
  };
  return isEmpty(combined) ? null : combined;
}

function isEmpty({ tags, expressions = [], match }: Combined): boolean {
  return tags.length + expressions.length === 0 && match === "";
}

export function printCombined({ tags, expressions = [], match, right }: Combined): string {
  return JSON.stringify({
    ...(tags.length > 0 && { tags }),
    ...(expressions.length > 0 && { expressions }),
    ...(match !== "" && { match }),
    ...(right.length > 0 && { right }),
  });
}

/** The tags that a chart shows, of those there are: the ones listed, then those that match. */
export function tagsOf({ tags, match }: Combined, all: readonly Tag[]): Tag[] {
  const listed = tags.flatMap((name) => all.find(({ tag }) => tag === name) ?? []);
  if (match === "") return listed;
  const filter = parseTextFilter(`/${match}/`);
  if (filter.error !== null) return listed;
  const matching = all.filter((tag) => !listed.includes(tag) && filter.matches(tag.tag));
  return [...listed, ...matching].slice(0, MAX_TAGS);
}

/** The text that an expression finds as it is; null where it finds others too. */
function literalOf(match: string): string | null {
  const unescaped = match.replace(/\\\W/g, "");
  return literalPattern(unescaped) === unescaped ? match.replace(/\\(.)/gs, "$1") : null;
}

/** What it is called: its tags, and the text or the expression that finds more. */
export function titleOf({ tags, expressions = [], match }: Combined): string {
  return [
    ...tags,
    ...expressions,
    ...(match === "" ? [] : [literalOf(match) ?? `/${match}/`]),
  ].join(", ");
}

/** The chart with one more tag. */
export function withTag(combined: Combined, tag: string): Combined {
  if (combined.tags.includes(tag) || combined.tags.length >= MAX_TAGS) return combined;
  return { ...combined, tags: [...combined.tags, tag] };
}

/** The chart with one more expression. */
export function withExpression(combined: Combined, text: string): Combined {
  const { expressions = [] } = combined;
  if (expressions.includes(text) || expressions.length >= MAX_TAGS) return combined;
  return { ...combined, expressions: [...expressions, text] };
}

/** The chart without a tag, or an expression; null where nothing is left. */
export function withoutTag(combined: Combined, tag: string): Combined | null {
  const without = (all: readonly string[]) => all.filter((one) => one !== tag);
  const { expressions = [] } = combined;
  const left: Combined = {
    ...combined,
    tags: without(combined.tags),
    ...(expressions.length > 0 && { expressions: without(expressions) }),
    right: without(combined.right),
  };
  return isEmpty(left) ? null : left;
}

/** The chart with a tag measured by the other axis. */
export function withOtherSide(combined: Combined, tag: string): Combined {
  const others = combined.right.filter((one) => one !== tag);
  const isRight = others.length < combined.right.length;
  return { ...combined, right: isRight ? others : [...others, tag] };
}

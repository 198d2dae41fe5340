import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileFilter, parseNumber, type Resolve } from "./match-filter";
import { type FilterNode, keysOf, parseFilter } from "./parse-filter";

interface Item {
  readonly name: string;
  readonly lr: number | null;
  readonly tags: readonly string[];
  readonly state: string;
}

/** What this implementation and the one in Python do alike. */
const VECTORS = JSON.parse(
  readFileSync(new URL("../../../../tests/data/run_filter.json", import.meta.url), "utf-8"),
) as {
  readonly items: readonly (Omit<Item, "lr"> & { readonly lr: number | string | null })[];
  readonly found: readonly (readonly [string, readonly string[]])[];
  readonly numbers: readonly (readonly [string, number | string | null])[];
  readonly number_texts: readonly (readonly [number | string, string])[];
  readonly parses: readonly (readonly [string, unknown])[];
};

const ITEMS: readonly Item[] = VECTORS.items.map((one) => ({
  ...one,
  lr: one.lr === null ? null : Number(one.lr),
}));

const resolve: Resolve<Item> = (key) =>
  new Map<string, (one: Item) => number | string | readonly string[] | null>([
    ["lr", ({ lr }) => lr],
    ["loss.min", ({ lr }) => lr],
    ["tag", ({ tags }) => tags],
    ["state", ({ state }) => state],
    ["my key", ({ name }) => name],
    ["a/b", ({ lr }) => lr],
  ]).get(key);

function found(text: string): string[] {
  const { node, error } = parseFilter(text);
  expect(error).toBeNull();
  const { matches, error: unknown } = compileFilter(node, ({ name }) => name, resolve);
  expect(unknown).toBeNull();
  return ITEMS.filter(matches).map(({ name }) => name);
}

describe("a filter", () => {
  it.each(VECTORS.found)("%s", (text, names) => {
    expect(found(text)).toEqual(names);
  });

  it.each([
    ["lr<", "“lr<” needs a value"],
    ["lr<<3", "“lr<” needs a value, not “<”"],
    ["lr< 3", "“lr<” needs a value"],
    ["(adam", "Missing “)”"],
    ["adam)", "Unmatched “)”"],
    ["or adam", "Nothing before “or”"],
    ["adam or", "A term is missing at the end"],
    ["not", "Nothing after “not”"],
    ['"adam', 'Missing closing “"”'],
    ["/(/", "/(/ is not a valid regular expression: unterminated group."],
    ["/(a+)+/", "/(a+)+/ rejected: nested repetition may not terminate."],
  ])("says what is wrong with %s", (text, error) => {
    expect(parseFilter(text)).toEqual({ node: null, error });
  });

  it("says which column there is none of, and how to look for the text", () => {
    const { node } = parseFilter("batch=3");
    const { matches, error } = compileFilter(node, () => "", resolve);
    expect(error).toBe('No column “batch”. To search for the text, write "batch=3".');
    expect(ITEMS.every(matches)).toBe(true);
  });

  it("tells its keys", () => {
    expect(keysOf(parseFilter("lr<1 or (-tag:x lr>2)").node)).toEqual(["lr", "tag"]);
  });
});

const word = fc.string({ minLength: 1 }).filter((text) => !text.includes('"'));
const op = fc.constantFrom("<", "<=", ">", ">=", "=", "!=", ":" as const);
const { node: anyNode } = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constant("text" as const), text: word }),
    fc.record({
      kind: fc.constant("compare" as const),
      key: word,
      op,
      value: word,
    }) as fc.Arbitrary<FilterNode>,
    fc.record({ kind: fc.constant("not" as const), of: tie("node") }),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      of: fc.array(tie("node"), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));

/** A word or key as it is written: between quotes where it needs them. */
function quoted(text: string): string {
  const isPlain = /^[^\s"()<>=!:/-][^\s"()<>=!:]*$/.test(text) && !/^(or|not)$/i.test(text);
  return isPlain ? text : `"${text}"`;
}

/** The query as text, which parses to the same. Texts with a `"` in them cannot be written. */
function printFilter(node: FilterNode): string {
  switch (node.kind) {
    case "text":
      return quoted(node.text);
    case "pattern":
      return `/${node.pattern.source}/`;
    case "compare": {
      const { key, op, value } = node;
      return `${quoted(key)}${op}${value instanceof RegExp ? `/${value.source}/` : quoted(value)}`;
    }
    case "not":
      return `not ${bracketed(node.of)}`;
    default:
      return node.of.map(bracketed).join(node.kind === "and" ? " " : " or ");
  }
}

function bracketed(node: FilterNode): string {
  const text = printFilter(node);
  return node.kind === "and" || node.kind === "or" ? `(${text})` : text;
}

it("comes back from its text as it was", () => {
  fc.assert(
    fc.property(anyNode, (node) => {
      expect(parseFilter(printFilter(node))).toEqual({ node, error: null });
    }),
  );
});

it("takes any text, as a query or with a sentence", () => {
  const piece = fc.constantFrom(
    "(",
    ")",
    "or ",
    "not ",
    "-",
    "/",
    '"',
    "<",
    "=",
    ":",
    " ",
    "a",
    "\\",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => pieces.join("")),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const { node, error } = parseFilter(typed);
      expect(node === null || error === null).toBe(true);
      if (error !== null) expect(error).toMatch(/\S$/);
      if (typed.trim() !== "") expect(node !== null || error !== null).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it.each(VECTORS.numbers)("reads %s as a number", (text, number) => {
  expect(parseNumber(text)).toBe(number === null ? null : Number(number));
});

it("reads a day as the time of its midnight", () => {
  expect(parseNumber("2026-01-31")).toBe(new Date(2026, 0, 31).getTime() / 1000);
});

it.each(VECTORS.number_texts)("compares %s with texts as %s", (number, text) => {
  expect(String(Number(number))).toBe(text);
});

/** A query as data; expressions as they are typed. */
function treeOf(node: FilterNode | null): unknown {
  const typed = ({ source }: RegExp) => ({ pattern: source.replaceAll("\\/", "/") });
  if (node === null) return null;
  switch (node.kind) {
    case "text":
      return { text: node.text };
    case "pattern":
      return typed(node.pattern);
    case "not":
      return { not: treeOf(node.of) };
    case "compare": {
      const { key, op, value } = node;
      return { key, op, ...(value instanceof RegExp ? typed(value) : { value }) };
    }
    default:
      return { [node.kind]: node.of.map(treeOf) };
  }
}

it.each(VECTORS.parses)("parses %j as Python does", (text, tree) => {
  const { node, error } = parseFilter(text);
  // The reason of an engine is its own.
  const sentence = error?.replace(/(valid regular expression): .*/, "$1");
  expect(sentence === undefined ? treeOf(node) : { error: sentence }).toEqual(tree);
});

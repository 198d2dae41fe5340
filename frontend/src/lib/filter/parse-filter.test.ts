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

const item = (
  name: string,
  lr: number | null = null,
  tags: string[] = [],
  state = "done",
): Item => ({
  name,
  lr,
  tags,
  state,
});

const ITEMS = [
  item("resnet/adam", 1e-4, ["base", "paper"], "running"),
  item("resnet/sgd", 0.1, ["Base"]),
  item("vit base", null, [], "failed"),
  item("nan_run", Number.NaN),
];

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
  it.each([
    ["", ["resnet/adam", "resnet/sgd", "vit base", "nan_run"]],
    ["RESNET", ["resnet/adam", "resnet/sgd"]],
    ["resnet sgd", ["resnet/sgd"]],
    ['"t b"', ["vit base"]],
    ["/^(vit|nan)/", ["vit base", "nan_run"]],
    ["/^vit", ["vit base"]],
    ["/t/s", ["resnet/sgd"]],
    ["(/t/s/ or /t b/)", ["resnet/sgd", "vit base"]],
    ["lr<1e-3", ["resnet/adam"]],
    ["lr<1e-3 tag:base state:running loss.min<0.2", ["resnet/adam"]],
    ["tag:base", ["resnet/adam", "resnet/sgd"]],
    ["tag:bas", []],
    ["state=failed", ["vit base"]],
    ["state:fail", ["vit base"]],
    ["lr=nan", ["nan_run"]],
    ["lr!=0.1", ["resnet/adam", "vit base", "nan_run"]],
    ["-resnet", ["vit base", "nan_run"]],
    ["not (adam or sgd)", ["vit base", "nan_run"]],
    ["adam or vit", ["resnet/adam", "vit base"]],
    ["resnet (adam or lr>=0.1)", ["resnet/adam", "resnet/sgd"]],
    ['"my key":/adam$/', ["resnet/adam"]],
    ["a/b>0", ["resnet/adam", "resnet/sgd"]],
    ["resnet/adam", ["resnet/adam"]],
  ])("%s", (text, names) => {
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

it.each([
  ["1e-3", 1e-3],
  ["2h", 7200],
  ["2026-01-31", new Date(2026, 0, 31).getTime() / 1000],
  ["30min", 1800],
  ["10k", 10_000],
  ["−.5", -0.5],
  ["-inf", Number.NEGATIVE_INFINITY],
  ["x", null],
  ["1x", null],
])("reads %s as a number", (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

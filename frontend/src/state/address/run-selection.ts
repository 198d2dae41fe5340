/**
 * Which runs are shown: a rule that new runs may join, or a list made by hand, which they never
 * change.
 *
 * In the address: `runs=newest:25`, `runs=re:PATTERN`, `runs=all`, `runs=none`, or
 * `runs=NAME&runs=NAME…`. A name that reads like a rule is written `name:NAME`. `newest` counts
 * experiments and shows all runs of each. Without the key, all runs are shown while a chart can
 * hold their lines, and the 10 newest experiments where there are more. `state/shown_runs.py` of the
 * server has the same rules.
 */
import { parsePattern } from "../../lib/filter/safe-regexp";

/** What a selection depends on of a run. */
export interface Selectable {
  readonly name: string;
  readonly training: string;
}

export type RunSelection =
  /** The selection until the viewer makes one. */
  | { readonly kind: "first" }
  /** So many experiments, those that began last. */
  | { readonly kind: "newest"; readonly count: number }
  /** Runs whose names match; an expression that cannot be run matches none. */
  | { readonly kind: "matching"; readonly pattern: string }
  | { readonly kind: "all" }
  | { readonly kind: "names"; readonly names: readonly string[] };

export const FIRST_SELECTION: RunSelection = { kind: "first" };
export const TEN_NEWEST: RunSelection = { kind: "newest", count: 10 };
/** The limit of lines that can be distinguished in one chart. */
export const MAX_LINES = 30;

const RULE_LIKE = /^(all|none|newest:\d+|(name|re):.*)$/s;

export function parseSelection(values: readonly string[]): RunSelection {
  const [first] = values;
  if (first === undefined) return FIRST_SELECTION;
  if (first === "all") return { kind: "all" };
  if (first === "none") return { kind: "names", names: [] };
  const newest = /^newest:(\d+)$/.exec(first);
  if (newest) return { kind: "newest", count: Number(newest[1]) };
  if (first.startsWith("re:")) return { kind: "matching", pattern: first.slice(3) };
  return { kind: "names", names: values.map((value) => value.replace(/^name:/, "")) };
}

export function printSelection(selection: RunSelection): string[] {
  switch (selection.kind) {
    case "first":
      return [];
    case "all":
      return ["all"];
    case "newest":
      return [`newest:${selection.count}`];
    case "matching":
      return [`re:${selection.pattern}`];
    case "names":
      if (selection.names.length === 0) return ["none"];
      return selection.names.map((name) => (RULE_LIKE.test(name) ? `name:${name}` : name));
  }
}

/**
 * The rule that the first selection comes to where a chart of all runs has, or may have, `lines`.
 */
export function ruleOf(selection: RunSelection, lines: number): RunSelection {
  if (selection.kind !== "first") return selection;
  return lines <= MAX_LINES ? { kind: "all" } : TEN_NEWEST;
}

/** The names shown, of `runs` in the order in which they began (oldest first). */
export function resolveSelection(
  rule: RunSelection,
  runs: readonly Selectable[],
): ReadonlySet<string> {
  const names = runs.map(({ name }) => name);
  switch (rule.kind) {
    case "first":
    case "all":
      return new Set(names);
    case "newest":
      return new Set(ofNewestExperiments(runs, rule.count).map(({ name }) => name));
    case "matching":
      return new Set(namesMatching(rule.pattern, names));
    case "names": {
      const known = new Set(names);
      return new Set(rule.names.filter((name) => known.has(name)));
    }
  }
}

/** All runs, oldest first, of so many experiments: those one of whose runs began last. */
export function ofNewestExperiments<T extends { readonly training: string }>(
  runs: readonly T[],
  count: number,
): readonly T[] {
  const newest = new Set<string>();
  for (let at = runs.length - 1; at >= 0 && newest.size < count; at -= 1) {
    newest.add(runs[at]?.training ?? "");
  }
  return runs.filter(({ training }) => newest.has(training));
}

/**
 * The names that a manual selection already covers: the runs before it, and all runs shown since.
 * `before` is null until the log directory has been read.
 */
export function knownNames(
  before: ReadonlySet<string> | null,
  selection: RunSelection,
  names: readonly string[],
  shown: ReadonlySet<string>,
): ReadonlySet<string> {
  if (before === null || selection.kind !== "names") return new Set(names);
  return new Set([...before, ...shown]);
}

function namesMatching(pattern: string, names: readonly string[]): readonly string[] {
  const expression = parsePattern(pattern);
  return typeof expression === "string" ? [] : names.filter((name) => expression.test(name));
}

/** The selection by hand that differs from what is shown in the one run. */
export function toggleRun(shown: ReadonlySet<string>, name: string): RunSelection {
  const names = [...shown].filter((other) => other !== name);
  return { kind: "names", names: shown.has(name) ? names : [...names, name] };
}

/** The selection by hand with all of `names` shown or hidden, and all others as they are. */
export function setShown(
  shown: ReadonlySet<string>,
  names: readonly string[],
  show: boolean,
): RunSelection {
  const changed = new Set(names);
  const others = [...shown].filter((name) => !changed.has(name));
  return { kind: "names", names: show ? [...others, ...names] : others };
}

/**
 * Which runs are shown: a rule that new runs may join, or a list made by hand, which they never
 * change.
 *
 * In the address: `runs=newest:25`, `runs=re:PATTERN`, `runs=all`, `runs=none`, or
 * `runs=NAME&runs=NAME…`. A name that reads like a rule is written `name:NAME`. Without the key,
 * the newest ten are shown.
 */
import { parsePattern } from "../lib/safe-pattern";

export type RunSelection =
  | { readonly kind: "newest"; readonly count: number }
  /** Runs whose names match; an expression that cannot be run matches none. */
  | { readonly kind: "matching"; readonly pattern: string }
  | { readonly kind: "all" }
  | { readonly kind: "names"; readonly names: readonly string[] };

export const DEFAULT_SELECTION: RunSelection = { kind: "newest", count: 10 };

const RULE_LIKE = /^(all|none|newest:\d+|(name|re):.*)$/s;

export function parseSelection(values: readonly string[]): RunSelection {
  const [first] = values;
  if (first === undefined) return DEFAULT_SELECTION;
  if (first === "all") return { kind: "all" };
  if (first === "none") return { kind: "names", names: [] };
  const newest = /^newest:(\d+)$/.exec(first);
  if (newest) return { kind: "newest", count: Number(newest[1]) };
  if (first.startsWith("re:")) return { kind: "matching", pattern: first.slice(3) };
  return { kind: "names", names: values.map((value) => value.replace(/^name:/, "")) };
}

export function printSelection(selection: RunSelection): string[] {
  switch (selection.kind) {
    case "all":
      return ["all"];
    case "newest":
      return selection.count === 10 ? [] : [`newest:${selection.count}`];
    case "matching":
      return [`re:${selection.pattern}`];
    case "names":
      if (selection.names.length === 0) return ["none"];
      return selection.names.map((name) => (RULE_LIKE.test(name) ? `name:${name}` : name));
  }
}

/** The names shown, of `names` in the order in which the runs began (oldest first). */
export function resolveSelection(
  selection: RunSelection,
  names: readonly string[],
): ReadonlySet<string> {
  switch (selection.kind) {
    case "all":
      return new Set(names);
    case "newest":
      return new Set(names.slice(Math.max(0, names.length - selection.count)));
    case "matching":
      return new Set(namesMatching(selection.pattern, names));
    case "names": {
      const known = new Set(names);
      return new Set(selection.names.filter((name) => known.has(name)));
    }
  }
}

/**
 * The names that are no news to somebody who selects by hand: those there were before, and whatever
 * has been shown since. `before` is null until the log directory has been read.
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

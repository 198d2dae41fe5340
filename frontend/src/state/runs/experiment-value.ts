/** The value of an experiment in a column, from those of its runs. */
import type { Run } from "../../api/types";
import type { FilterValue } from "../../lib/filter/match-filter";
import type { RunColumn } from "./run-columns";

function valuesOf(runs: readonly Run[], column: RunColumn): FilterValue[] {
  return runs.map(column.valueOf).filter((value) => value !== null && value !== "");
}

const MIN_OF_RUNS: ReadonlySet<string> = new Set(["age", "started"]);
/** What the runs of an experiment have together. */
const SUMMED: ReadonlySet<string> = new Set(["warnings", "file_errors"]);

/**
 * The value of an experiment that may have several runs: the latest of what grows, and of a metric
 * that several log the one that was tested with, which stands last.
 */
export function experimentValue(runs: readonly Run[], column: RunColumn): FilterValue {
  const values = valuesOf(runs, column);
  if (values.length < 2) return values[0] ?? null;
  if (column.kind === "metric") return values.at(-1) ?? null;
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length < values.length || column.kind === "hparam") return values[0] ?? null;
  if (SUMMED.has(column.id)) return numbers.reduce((sum, count) => sum + count, 0);
  return MIN_OF_RUNS.has(column.id) ? Math.min(...numbers) : Math.max(...numbers);
}

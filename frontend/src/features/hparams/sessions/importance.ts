/** How strongly each hyper-parameter goes with a metric, over some rows. */
import { rankCorrelation, rankCorrelationRatio } from "../../../lib/algorithms/rank-correlation";
import { wordOf } from "../model/axis";
import type { Column } from "../model/session-table";

/** How the mean of the metric changes from rows with one of two values to those with the other. */
export interface Direction {
  readonly from: string;
  readonly to: string;
  readonly change: number;
}

export interface Importance {
  readonly column: Column;
  /** How many rows have both; the fewer, the less a correlation says. */
  readonly n: number;
  /** How many of those that have both are left out: words, where most are numbers. */
  readonly words: number;
  /** ρ for numbers and for two words, η for more words; null where neither is defined. */
  readonly strength: number | null;
  readonly measure: "ρ" | "η";
  /** The two values that there are alone, the lesser first; null for numbers and for more. */
  readonly direction: Direction | null;
}

/** By strength, the strongest first; undefined ones come last. */
export function importances(
  hparams: readonly Column[],
  metric: Column,
  isIncluded: readonly boolean[],
): Importance[] {
  return hparams
    .map((column) => importanceOf(column, metric, isIncluded))
    .sort((one, other) => sizeOf(other) - sizeOf(one));
}

function sizeOf({ strength }: Importance): number {
  return strength === null ? -1 : Math.abs(strength);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}

function importanceOf(column: Column, metric: Column, isIncluded: readonly boolean[]): Importance {
  const rows = metric.cells.flatMap((value, row) => {
    const cell = column.cells[row] ?? null;
    const isThere = isIncluded[row] && Number.isFinite(value) && cell !== null;
    return isThere && !Number.isNaN(cell) ? [{ cell, value: Number(value) }] : [];
  });
  // One session with `auto` among numbers does not make words of them all.
  const numbers = rows.filter(({ cell }) => typeof cell === "number");
  if (column.type === "number" || 2 * numbers.length > rows.length) {
    const x = numbers.map(({ cell }) => Number(cell));
    const strength = rankCorrelation(
      x,
      numbers.map(({ value }) => value),
    );
    const [n, words] = [numbers.length, rows.length - numbers.length];
    return { column, n, words, strength, measure: "ρ", direction: null };
  }
  const y = rows.map(({ value }) => value);
  const summary = { column, n: rows.length, words: 0 };
  const words = rows.map(({ cell }) => wordOf(cell));
  // Of two words, the later by alphabet counts as more: true than false.
  const [from, to, ...more] = [...new Set(words)].sort();
  if (from !== undefined && to !== undefined && more.length === 0) {
    const x = words.map((word) => Number(word === to));
    const meanOf = (word: string) => mean(y.filter((_, row) => words[row] === word));
    const direction = { from, to, change: meanOf(to) - meanOf(from) };
    return { ...summary, strength: rankCorrelation(x, y), measure: "ρ", direction };
  }
  const strength = rankCorrelationRatio(words, y);
  return { ...summary, strength, measure: "η", direction: null };
}

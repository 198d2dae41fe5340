/** The points of several lines as rows of a table, by their places on the x axis. */
import type { ChartLine, Range } from "../../../chart/model/chart-line";
import { rowsWithin } from "../../../lib/algorithms/binary-search";

export interface DataRow {
  readonly x: number;
  /** One for each line, as logged; null where it has no point. */
  readonly values: readonly (number | null)[];
}

/**
 * The points in a range, of all of the axis where it is null. A line with several points at one
 * place has a row for each of them.
 */
export function dataRows(
  lines: readonly Pick<ChartLine, "x" | "y" | "faint">[],
  range: Range | null = null,
): DataRow[] {
  const parts = lines.map(({ x }) => (range === null ? [0, x.length] : rowsWithin(x, range)));
  const next = parts.map(([first]) => first as number);
  const rows: DataRow[] = [];
  for (;;) {
    const heads = lines.map(({ x }, at) => {
      const point = next[at] as number;
      const isInside = point < (parts[at]?.[1] as number);
      return isInside ? (x[point] as number) : Number.POSITIVE_INFINITY;
    });
    const x = Math.min(...heads);
    if (!Number.isFinite(x)) return rows;
    const values = lines.map(({ y, faint }, at) => {
      if (heads[at] !== x) return null;
      const point = next[at] as number;
      next[at] = point + 1;
      return (faint ?? y)[point] as number;
    });
    rows.push({ x, values });
  }
}

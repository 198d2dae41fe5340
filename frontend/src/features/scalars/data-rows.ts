/** The points of several lines as rows of a table, by their places on the x axis. */
import type { ChartLine } from "../../chart/chart-line";

export interface DataRow {
  readonly x: number;
  /** One for each line, as logged; null where it has no point. */
  readonly values: readonly (number | null)[];
}

/** A line with several points at one place has a row for each of them. */
export function dataRows(lines: readonly Pick<ChartLine, "x" | "y" | "faint">[]): DataRow[] {
  const next = lines.map(() => 0);
  const rows: DataRow[] = [];
  for (;;) {
    const heads = lines.map(({ x }, at) => x[next[at] as number] ?? Number.POSITIVE_INFINITY);
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

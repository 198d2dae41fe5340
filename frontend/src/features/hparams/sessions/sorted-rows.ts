/** The order of rows: numbers by size, words by name, what is missing or no number last. */
import type { TableCell } from "../../../lib/format/table";
import { compareCells } from "../model/axis";
import type { SessionTable } from "../model/session-table";
import type { Sorting } from "../options/tab-options";

function rank(cell: TableCell): number {
  if (cell === null) return 2;
  return typeof cell === "number" && Number.isNaN(cell) ? 1 : 0;
}

/** The places of all rows, sorted; equal ones stay in the order of the runs. */
export function sortedRows(table: SessionTable, sorting: Sorting | null): number[] {
  const rows = Array.from(table.rows.keys());
  if (sorting === null) return rows;
  const { key, descending } = sorting;
  const cells: readonly TableCell[] =
    key === "name"
      ? table.rows.map(({ name }) => name)
      : (table.columns.find((column) => column.key === key)?.cells ?? []);
  return rows.sort((a, b) => {
    const [one, other] = [cells[a] ?? null, cells[b] ?? null];
    const missing = rank(one) - rank(other);
    if (missing !== 0 || rank(one) > 0) return missing;
    return descending ? compareCells(other, one) : compareCells(one, other);
  });
}

/** Cells as they are read. */
import { valueText } from "../../lib/number-text";
import type { TableCell } from "../../lib/table-file";

export function cellText(cell: TableCell): string {
  if (cell === null) return "–";
  return typeof cell === "number" ? valueText(cell) : String(cell);
}

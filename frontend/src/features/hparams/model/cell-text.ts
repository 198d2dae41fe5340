/** Cells as they are read. */
import { valueText } from "../../../lib/format/number";
import type { TableCell } from "../../../lib/format/table";

export function cellText(cell: TableCell): string {
  if (cell === null) return "–";
  return typeof cell === "number" ? valueText(cell) : String(cell);
}

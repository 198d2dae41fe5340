/** Cells as they are read. */
import { settingText, valueText } from "../../../lib/format/number";
import type { TableCell } from "../../../lib/format/table";
import type { Column } from "./session-table";

/** A whole number that a person set has all its digits, a metric four significant ones. */
export function cellText(cell: TableCell, { kind }: Pick<Column, "kind">): string {
  if (cell === null) return "–";
  if (typeof cell !== "number") return String(cell);
  return kind === "hparam" ? settingText(cell) : valueText(cell);
}

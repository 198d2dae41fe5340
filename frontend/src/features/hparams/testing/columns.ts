import type { TableCell } from "../../../lib/format/table";
import type { Column, Row, SessionTable } from "../model/session-table";

/** A column of numbers, where all cells are; its kind stands before the colon of its key. */
export function columnOf(key: string, cells: readonly TableCell[], title = key.slice(2)): Column {
  return {
    key,
    title,
    description: "",
    kind: key.startsWith("m:") ? "metric" : "hparam",
    type: cells.every((cell) => cell === null || typeof cell === "number") ? "number" : "category",
    differs: new Set(cells).size > 1,
    cells,
  };
}

/** Sessions by the names of their runs. */
export function tableOf(names: readonly string[], columns: readonly Column[]): SessionTable {
  const rows = names.map((name): Row => ({ run: name, name, group: "", status: "success" }));
  return { rows, columns };
}

/** The colours of rows: those of their runs, or by what stands in a column. */

import { PALETTE } from "../../../lib/colour/run-colours";
import { rampColour } from "../../../lib/colour/sequential-scale";
import { appliedTheme } from "../../../state/base/theme";
import { runColour } from "../../../state/runs/runs";
import { axisOf, wordOf } from "../model/axis";
import type { Column, SessionTable } from "../model/session-table";
import * as view from "../options/tab-options";

/** The column that rows are coloured by, if it is there. */
export function colourColumn({ columns }: SessionTable): Column | null {
  return columns.find(({ key }) => key === view.colourKey.value) ?? null;
}

function wordColours(column: Column): (row: number) => string {
  const words = [...new Set(column.cells.filter((cell) => cell !== null).map(wordOf))].sort();
  return (row) => {
    const cell = column.cells[row] ?? null;
    if (cell === null) return "var(--text-faint)";
    return PALETTE[words.indexOf(wordOf(cell)) % PALETTE.length]?.[appliedTheme.value] ?? "";
  };
}

/** The colour of each row by its place in the table; follows the theme and the colours of runs. */
export function rowColours(table: SessionTable): (row: number) => string {
  const column = colourColumn(table);
  if (column === null) return (row) => runColour(table.rows[row]?.run ?? "");
  if (column.type === "category") return wordColours(column);
  const axis = axisOf(column, view.scaleOf(column.key), false);
  return (row) => {
    const place = axis.positionOf(column.cells[row] ?? null);
    return place === null ? "var(--text-faint)" : rampColour(place, appliedTheme.value);
  };
}

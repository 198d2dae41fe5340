/** The looks of rows: by what stands in a column, or those of their runs. */

import { PALETTE } from "../../../lib/colour/run-colours";
import { rampColour } from "../../../lib/colour/sequential-scale";
import { appliedTheme } from "../../../state/base/theme";
import { runColour, runDash } from "../../../state/runs/runs";
import { axisOf, wordOf } from "../model/axis";
import type { Column, SessionTable } from "../model/session-table";
import * as view from "../options/tab-options";

const NO_VALUE = "var(--text-faint)";

/** The column that rows are coloured by; null where they have the colours of their runs. */
export function colourColumn(table: SessionTable, shown: readonly Column[]): Column | null {
  const key = view.colourKey(shown);
  return table.columns.find((column) => column.key === key) ?? null;
}

/** The words of a column in their order, each with its colour. */
export function wordColours({ cells }: Column): Map<string, string> {
  const words = [...new Set(cells.filter((cell) => cell !== null).map(wordOf))].sort();
  const colour = (at: number) => PALETTE[at % PALETTE.length]?.[appliedTheme.value] ?? "";
  return new Map(words.map((word, at) => [word, colour(at)]));
}

/** The colour of each row by its place in the table; follows the theme and the colours of runs. */
export function rowColours(table: SessionTable, shown: readonly Column[]): (row: number) => string {
  const column = colourColumn(table, shown);
  if (column === null) return (row) => runColour(table.rows[row]?.run ?? "");
  if (column.type === "category") {
    const colours = wordColours(column);
    return (row) => colours.get(wordOf(column.cells[row] ?? null)) ?? NO_VALUE;
  }
  const axis = axisOf(column, view.scaleOf(column), false);
  return (row) => {
    const place = axis.positionOf(column.cells[row] ?? null);
    return place === null ? NO_VALUE : rampColour(place, appliedTheme.value);
  };
}

/** The dash pattern of each row's line, for those whom its colour tells nothing; a ramp has none. */
export function rowDashes(table: SessionTable, shown: readonly Column[]): (row: number) => number {
  const column = colourColumn(table, shown);
  if (column === null) return (row) => runDash(table.rows[row]?.run ?? "");
  if (column.type !== "category") return () => 0;
  const words = [...wordColours(column).keys()];
  return (row) => Math.max(0, words.indexOf(wordOf(column.cells[row] ?? null)));
}

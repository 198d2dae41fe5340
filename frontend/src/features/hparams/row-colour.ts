/** The colours of rows: those of their runs, or by what stands in a column. */
import { PALETTE } from "../../lib/palette";
import { runColour } from "../../state/runs";
import { appliedTheme } from "../../state/theme";
import { axisOf, wordOf } from "./axis";
import type { Column, SessionTable } from "./session-table";
import * as view from "./view";

type Rgb = readonly [number, number, number];

/** From low to high; every stop stands out from its page (3:1, WCAG 1.4.11). */
const RAMPS: Record<"light" | "dark", readonly Rgb[]> = {
  light: [
    [33, 90, 200],
    [126, 72, 178],
    [200, 55, 115],
    [214, 88, 8],
  ],
  dark: [
    [104, 164, 255],
    [178, 134, 242],
    [242, 114, 160],
    [255, 176, 74],
  ],
};

export function rampColour(place: number, theme: "light" | "dark"): string {
  const ramp = RAMPS[theme];
  const at = Math.max(0, Math.min(1, place)) * (ramp.length - 1);
  const first = Math.min(Math.floor(at), ramp.length - 2);
  const part = at - first;
  const [low, high] = [ramp[first] as Rgb, ramp[first + 1] as Rgb];
  const mixed = low.map((channel, index) =>
    Math.round(channel + part * ((high[index] ?? 0) - channel)),
  );
  return `rgb(${mixed.join(" ")})`;
}

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
    const place = axis.placeOf(column.cells[row] ?? null);
    return place === null ? "var(--text-faint)" : rampColour(place, appliedTheme.value);
  };
}

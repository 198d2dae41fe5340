/** The widths of the table's columns, saved on this machine. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { preference } from "../../../state/base/local-preference";
import type { RunColumn } from "../../../state/runs/run-columns";
import { columns, isWide } from "../../../state/runs/run-table";
import { uncheckedRuns } from "../../../state/runs/warning-counts";
import { narrow } from "../../../state/shell/panels";
import { longestLabel } from "./table-rows";

const MIN_PX = 36;
const MAX_PX = 600;
const NAME = "name";
const MIN_NAME_PX = 170;
/** Where fingers move the other columns into sight, a cut name is the worse loss. */
const MIN_NAME_NARROW_PX = 230;

const WIDTHS: ReadonlyMap<string, number> = new Map([
  ["step", 58],
  ["age", 58],
  ["state", 76],
  ["started", 96],
  ["duration", 96],
  ["tags", 110],
  ["note", 180],
  ["directory", 140],
  ["model", 140],
  ["warnings", 76],
]);
const METRIC_PX = 120;
const OTHER_PX = 90;
/** Has room for how many runs are not checked, where there is any. */
const UNCHECKED_PX = 210;

const saved = preference<string>("run-column-widths", "");

const chosen: ReadonlySignal<ReadonlyMap<string, number>> = computed(() => {
  try {
    const pairs: unknown = JSON.parse(saved.value);
    return new Map(Array.isArray(pairs) ? (pairs as [string, number][]) : []);
  } catch {
    return new Map();
  }
});

function defaultWidth({ id, kind }: RunColumn): number {
  if (id === "warnings" && isWide.value && uncheckedRuns.value > 0) return UNCHECKED_PX;
  return WIDTHS.get(id) ?? (kind === "metric" ? METRIC_PX : OTHER_PX);
}

export function widthOf(column: RunColumn): number {
  return clamped(chosen.value.get(column.id)) ?? defaultWidth(column);
}

function clamped(width: number | undefined): number | undefined {
  if (typeof width !== "number" || !Number.isFinite(width)) return undefined;
  return Math.round(Math.min(MAX_PX, Math.max(MIN_PX, width)));
}

export function resize(id: string, width: number): void {
  const others = [...chosen.peek()].filter(([other]) => other !== id);
  saved.value = JSON.stringify([...others, [id, clamped(width)]]);
}

function leastName(): number {
  return narrow.value ? MIN_NAME_NARROW_PX : MIN_NAME_PX;
}

/** In pixels: a letter of a name as a mean; phases, warnings and the state beside a name. */
const LETTER_PX = 7.5;
const BESIDE_NAME_PX = 330;
/** Fewer columns of values share the room with what stays empty at the right. */
const FULL_COLUMNS = 6;

/** Whether it takes its part of the room that is left: its texts may be longer than its width. */
function isElastic({ id, kind }: RunColumn): boolean {
  return isWide.value && (kind === "metric" || kind === "hparam") && !chosen.value.has(id);
}

/**
 * The tracks of the grid. On a page, the name grows to what the longest takes, and columns of values
 * share what is left; beside a tab, the name has all that the others leave.
 */
export const tracks: ReadonlySignal<string> = computed(() => {
  const set = clamped(chosen.value.get(NAME));
  const least = set ?? leastName();
  const widths = columns.value.map((column) => {
    const width = `${widthOf(column)}px`;
    return isElastic(column) ? `minmax(${width}, 1fr)` : width;
  });
  const needed = Math.min(MAX_PX, Math.ceil(longestLabel.value * LETTER_PX) + BESIDE_NAME_PX);
  const most = isWide.value ? `${set ?? needed}px` : "1fr";
  const elastic = columns.value.filter(isElastic).length;
  const empty = isWide.value ? ` minmax(0, ${Math.max(0, FULL_COLUMNS - elastic)}fr)` : "";
  return `minmax(${least}px, ${most}) ${widths.join(" ")}${empty}`;
});

/** The least width of all columns together, in pixels. */
export const leastWidth: ReadonlySignal<number> = computed(() => {
  const name = clamped(chosen.value.get(NAME)) ?? leastName();
  return columns.value.reduce((sum, column) => sum + widthOf(column), name);
});

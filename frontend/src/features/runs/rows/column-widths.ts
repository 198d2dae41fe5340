/** The widths of the table's columns, saved on this machine. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { preference } from "../../../state/base/local-preference";
import type { RunColumn } from "../../../state/runs/run-columns";
import { columns, isWide } from "../../../state/runs/run-table";
import { uncheckedRuns } from "../../../state/runs/warning-counts";
import { narrow } from "../../../state/shell/panels";

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

/** Of the room that is left, the name takes so many times the part of a column of values. */
const NAME_PARTS = 3;
/** Few columns of values take no more than these parts of it together with the name. */
const ALL_PARTS = 8;

/** Whether it takes its part of the room that is left: its texts may be longer than its width. */
function isElastic({ id, kind }: RunColumn): boolean {
  return isWide.value && (kind === "metric" || kind === "hparam") && !chosen.value.has(id);
}

/** The tracks of the grid: the name and columns of values share what the others leave. */
export const tracks: ReadonlySignal<string> = computed(() => {
  const name = clamped(chosen.value.get(NAME)) ?? leastName();
  const elastic = columns.value.filter(isElastic).length;
  const parts = elastic === 0 ? 1 : Math.max(NAME_PARTS, ALL_PARTS - elastic);
  const others = columns.value.map((column) => {
    const width = `${widthOf(column)}px`;
    return isElastic(column) ? `minmax(${width}, 1fr)` : width;
  });
  return [`minmax(${name}px, ${parts}fr)`, ...others].join(" ");
});

/** The least width of all columns together, in pixels. */
export const leastWidth: ReadonlySignal<number> = computed(() => {
  const name = clamped(chosen.value.get(NAME)) ?? leastName();
  return columns.value.reduce((sum, column) => sum + widthOf(column), name);
});

/** Where the axes of parallel coordinates stand, and the path of a row across them. In pixels. */
import type { Axis, Brush } from "../model/axis";
import type { Column } from "../model/session-table";

export interface DrawnAxis {
  readonly column: Column;
  readonly axis: Axis;
  readonly x: number;
}

export const TOP = 14;
export const SIDE = 76;
/** Below the axes, where rows pass that have no place on one. */
const MISSING = 26;
const BELOW = 16;
/** Fifteen axes stand beside the run table of a window of 1440 pixels. */
const MIN_GAP = 64;
/** Nearer axes have their names in two rows, so that each has the room of two. */
const STAGGERED_GAP = 150;
const HEAD_GAP = 6;
/** A row of names above the axes. */
export const HEAD_ROW_PX = 28;
const MAX_GAP = 360;

/** The height of an axis in a drawing of some height. */
export function axisHeight(height: number): number {
  return height - TOP - MISSING - BELOW;
}

export function missingY(height: number): number {
  return TOP + axisHeight(height) + MISSING;
}

/** The distance between axes, which fill the width where it has room for them. */
export function axisGap(width: number, axes: number): number {
  const even = (width - 2 * SIDE) / Math.max(1, axes - 1);
  return Math.min(MAX_GAP, Math.max(MIN_GAP, even));
}

function gapOf([first, second]: readonly DrawnAxis[]): number {
  return first && second ? second.x - first.x : 2 * SIDE;
}

/** Whether the names of axes stand in two rows by turns. */
export function areStaggered(axes: readonly DrawnAxis[]): boolean {
  return axes.length > 2 && gapOf(axes) < STAGGERED_GAP;
}

/** How many rows of names stand between that of an axis and the axis. */
export function headRow(axes: readonly DrawnAxis[], at: number): number {
  return areStaggered(axes) ? (at + 1) % 2 : 0;
}

/** The room for the name above an axis: centred on it, beside its neighbours, within the drawing. */
export function headWidth(axes: readonly DrawnAxis[], at: number): number {
  const room = gapOf(axes) * (areStaggered(axes) ? 2 : 1) - HEAD_GAP;
  const isAtSide = at === 0 || at === axes.length - 1;
  return isAtSide ? Math.min(room, 2 * SIDE) : room;
}

const TICK_LETTER_PX = 6.5;
/** From a word to its own axis, and to the one before. */
const TICK_GAP_PX = 14;
const MAX_TICK_LETTERS = 11;

/** How many letters of a word fit beside an axis, up to the one before. */
export function tickLetters(axes: readonly DrawnAxis[]): number {
  return Math.min(MAX_TICK_LETTERS, Math.floor((gapOf(axes) - TICK_GAP_PX) / TICK_LETTER_PX));
}

export function axisX(at: number, gap: number): number {
  return SIDE + at * gap;
}

/** Pixels from the top for a place from 0, below, to 1. */
export function placeY(place: number, height: number): number {
  return TOP + (1 - place) * axisHeight(height);
}

/** The place that a pixel stands for, within the axis. */
export function placeAt(y: number, height: number): number {
  return Math.max(0, Math.min(1, 1 - (y - TOP) / axisHeight(height)));
}

/** The path of a row, by way of the line below where it has no place. */
export function rowPath(axes: readonly DrawnAxis[], row: number, height: number): string {
  const points = axes.map(({ column, axis, x }) => {
    const place = axis.positionOf(column.cells[row] ?? null);
    const y = place === null ? missingY(height) : placeY(place, height);
    return `${x} ${Math.round(y * 10) / 10}`;
  });
  return `M${points.join("L")}`;
}

/** The stretches of an axis that a brush covers, from top to bottom. */
export function brushStretches(
  { axis }: DrawnAxis,
  brush: Brush,
  height: number,
): { readonly y: number; readonly height: number }[] {
  const ends =
    brush.kind === "range"
      ? [rangeEnds(axis, brush.from, brush.to)]
      : brush.words.map((word): [number, number] | null => {
          const place = axis.positionOf(word);
          return place === null ? null : [place, place];
        });
  return ends.flatMap((found) => {
    if (found === null) return [];
    const top = placeY(Math.max(...found), height);
    const bottom = placeY(Math.min(...found), height);
    // A stretch of one value is still to be seen and hit.
    return [{ y: top - 4, height: bottom - top + 8 }];
  });
}

/** An end beyond the axis, or between values that stand by rank, goes to the nearest tick of it. */
function rangeEnds(axis: Axis, from: number, to: number): [number, number] | null {
  const places = [from, to].map((value) => axis.positionOf(value));
  const [one, other] = places.map((place) => (place === null ? null : clamp(place)));
  return one == null || other == null ? null : [one, other];
}

function clamp(place: number): number {
  return Math.max(0, Math.min(1, place));
}

/** The place among `axes` to which one dropped at `x` moves. */
export function dropIndex(axes: readonly DrawnAxis[], moved: string, x: number): number {
  const others = axes.filter(({ column }) => column.key !== moved);
  return others.filter((other) => other.x < x).length;
}

/** The keys with one of them at another place. */
export function movedTo(keys: readonly string[], key: string, place: number): string[] {
  const others = keys.filter((other) => other !== key);
  return [...others.slice(0, place), key, ...others.slice(place)];
}

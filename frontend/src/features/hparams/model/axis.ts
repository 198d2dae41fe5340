/** One axis of parallel coordinates or of a scatter plot: cells to places from 0 to 1. */
import { NAME_ORDER } from "../../../lib/format/locale";
import type { TableCell } from "../../../lib/format/table";
import type { Column } from "./session-table";

export type Scale = "linear" | "log" | "quantile";

export interface Tick {
  readonly place: number;
  readonly value: TableCell;
}

export interface Axis {
  /** Null for a cell that has no place: one that is missing or not finite, or < 0 on a log axis. */
  readonly positionOf: (cell: TableCell) => number | null;
  readonly ticks: readonly Tick[];
  /** What a stretch of the axis, `from` ≤ `to`, covers; null for none of it. */
  readonly covered: (from: number, to: number) => Brush | null;
  readonly log: boolean;
}

/** What is let through: numbers from one to another, or some of the words. */
export type Brush =
  | { readonly kind: "range"; readonly from: number; readonly to: number }
  | { readonly kind: "words"; readonly words: readonly string[] };

const MAX_TICKS = 6;

export function wordOf(cell: TableCell): string {
  return String(cell);
}

export function isLetThrough(brush: Brush, cell: TableCell): boolean {
  if (cell === null) return false;
  if (brush.kind === "words") return brush.words.includes(wordOf(cell));
  return typeof cell === "number" && cell >= brush.from && cell <= brush.to;
}

/** The axis of a column, upside down if it is `flipped`. */
export function axisOf(column: Column, scale: Scale, flipped: boolean): Axis {
  const axis = column.type === "number" ? numberAxis(numbersOf(column), scale) : wordAxis(column);
  return flipped ? turned(axis) : axis;
}

/** Numbers of which the greatest is so many times the least are drawn by their logarithms. */
const DECADES = 100;

/** The scale of a column until a viewer chooses one: logarithmic where its numbers span decades. */
export function defaultScale(column: Column): Scale {
  if (column.type !== "number") return "linear";
  const numbers = numbersOf(column);
  const positive = numbers.filter((value) => value > 0);
  const hasNegative = numbers.some((value) => value < 0);
  const [low, high] = endsOf(positive);
  return !hasNegative && high >= DECADES * low ? "log" : "linear";
}

function endsOf(values: readonly number[]): [low: number, high: number] {
  return [
    values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY),
    values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY),
  ];
}

/** The scales that a column can have: a logarithm only where it has a positive number. */
export function scalesOf(column: Column): readonly Scale[] {
  if (column.type !== "number") return [];
  const hasPositive = numbersOf(column).some((value) => value > 0);
  return hasPositive ? ["linear", "log", "quantile"] : ["linear", "quantile"];
}

function numbersOf({ cells }: Column): number[] {
  return cells.filter((cell): cell is number => typeof cell === "number" && Number.isFinite(cell));
}

function turned(axis: Axis): Axis {
  return {
    ...axis,
    positionOf: (cell) => {
      const place = axis.positionOf(cell);
      return place === null ? null : 1 - place;
    },
    ticks: axis.ticks.map(({ place, value }) => ({ place: 1 - place, value })),
    covered: (from, to) => axis.covered(1 - to, 1 - from),
  };
}

function wordAxis({ cells }: Column): Axis {
  const byWord = new Map(cells.filter((cell) => cell !== null).map((cell) => [wordOf(cell), cell]));
  const words = [...byWord]
    .sort(([, one], [, other]) => compareCells(one, other))
    .map(([word]) => word);
  const places = new Map(words.map((word, at) => [word, (at + 0.5) / words.length]));
  const stride = Math.ceil(words.length / (2 * MAX_TICKS));
  return {
    positionOf: (cell) => (cell === null ? null : (places.get(wordOf(cell)) ?? null)),
    ticks: words
      .map((word) => ({ place: places.get(word) ?? 0, value: byWord.get(word) ?? word }))
      .filter((_, at) => at % stride === 0),
    covered: (from, to) => {
      const inside = words.filter((word) => isBetween(places.get(word) ?? -1, from, to));
      return inside.length === 0 ? null : { kind: "words", words: inside };
    },
    log: false,
  };
}

/** Numbers by size, then words by name: spelt, 1e-5 would stand above 0.1. */
export function compareCells(one: TableCell, other: TableCell): number {
  const [first, second] = [typeof one === "number", typeof other === "number"];
  if (first !== second) return first ? -1 : 1;
  if (first && one !== null && other !== null) return one < other ? -1 : +(one > other);
  return NAME_ORDER.compare(wordOf(one), wordOf(other));
}

function isBetween(place: number, from: number, to: number): boolean {
  return place >= from && place <= to;
}

function numberAxis(values: readonly number[], scale: Scale): Axis {
  if (scale === "quantile") return quantileAxis(values);
  const log = scale === "log";
  if (log && values.includes(0)) return withZero(numberAxis(values.filter(Boolean), scale));
  const drawn = log ? values.filter((value) => value > 0) : values;
  const [low, high] = endsOf(drawn);
  if (low > high) return { positionOf: () => null, ticks: [], covered: () => null, log };
  const to = log ? Math.log : (value: number) => value;
  const back = log ? Math.exp : (value: number) => value;
  const start = to(low);
  const span = to(high) - start;
  const positionOf = (value: number) => (span === 0 ? 0.5 : (to(value) - start) / span);
  const valueAt = (place: number) => {
    // The ends are the values themselves, which a logarithm and back may miss.
    if (place <= 0) return low;
    return place >= 1 ? high : back(start + place * span);
  };
  const places = log ? logTicks(low, high) : linearTicks(low, high);
  return {
    positionOf: (cell) =>
      numberPosition(cell, (value) => (log && value <= 0 ? null : positionOf(value))),
    ticks: (places.length > 1 ? places : [...new Set([low, high])]).map((value) => ({
      place: positionOf(value),
      value,
    })),
    covered: (from, end) =>
      end < 0 || from > 1 ? null : { kind: "range", from: valueAt(from), to: valueAt(end) },
    log,
  };
}

/** The part of a logarithmic axis below its least number, at whose end zero stands. */
const ZERO_PART = 0.1;

/** A logarithmic axis with a place for zero: `0, 1e-4, 1e-2` are common rates of a regulariser. */
function withZero(axis: Axis): Axis {
  const part = 1 - ZERO_PART;
  const inner = (place: number) => Math.max(0, (place - ZERO_PART) / part);
  const outer = (place: number) => ZERO_PART + place * part;
  const zero = { kind: "range", from: 0, to: 0 } as const;
  return {
    ...axis,
    positionOf: (cell) => {
      const place = cell === 0 ? null : axis.positionOf(cell);
      return place === null ? (cell === 0 ? 0 : null) : outer(place);
    },
    ticks: [
      { place: 0, value: 0 },
      ...axis.ticks.map(({ place, value }) => ({ place: outer(place), value })),
    ],
    covered: (from, to) => {
      const above = to < ZERO_PART ? null : axis.covered(inner(from), inner(to));
      if (from > 0) return above;
      return above?.kind === "range" ? { ...above, from: 0 } : zero;
    },
  };
}

function numberPosition(
  cell: TableCell,
  positionOf: (value: number) => number | null,
): number | null {
  return typeof cell === "number" && Number.isFinite(cell) ? positionOf(cell) : null;
}

/** Distinct values at equal distances, so that none hides another. */
function quantileAxis(values: readonly number[]): Axis {
  const sorted = [...new Set(values)].sort((one, other) => one - other);
  const last = sorted.length - 1;
  const places = new Map(sorted.map((value, at) => [value, last === 0 ? 0.5 : at / last]));
  const stride = Math.max(1, Math.ceil(sorted.length / MAX_TICKS));
  return {
    positionOf: (cell) => numberPosition(cell, (value) => places.get(value) ?? null),
    ticks: sorted
      .filter((_, at) => at % stride === 0 || at === last)
      .map((value) => ({ place: places.get(value) ?? 0, value })),
    covered: (from, to) => {
      const inside = sorted.filter((value) => isBetween(places.get(value) ?? -1, from, to));
      const first = inside[0];
      if (first === undefined) return null;
      return { kind: "range", from: first, to: inside.at(-1) ?? first };
    },
    log: false,
  };
}

function linearTicks(low: number, high: number): number[] {
  const rough = (high - low) / (MAX_TICKS - 1);
  if (!(rough > 0) || !Number.isFinite(rough)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

function logTicks(low: number, high: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const end = Math.floor(Math.log10(high) + 1e-9);
  const stride = Math.max(1, Math.ceil((end - first) / MAX_TICKS));
  const ticks: number[] = [];
  for (let power = first; power <= end; power += stride) ticks.push(Number(`1e${power}`));
  return ticks.filter((tick) => tick >= low && tick <= high);
}

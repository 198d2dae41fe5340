/**
 * The mean of several runs, and how far they spread around it.
 *
 * Runs log at different steps and for different lengths. At each place where any of them has a
 * point, every run that is under way there counts: with its value, with the mean of several at one
 * place, or between two of its points with what lies on the line from one to the other. Before its
 * first and behind its last point a run counts for nothing, and no line is drawn over a value that
 * is not finite.
 */

import { lowerBound } from "../../../lib/algorithms/binary-search";
import type { Spread } from "../options/tab-options";

/** What one run logged; `low` and `high` are the extremes behind each value. `x` ascends. */
export interface Member {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** The band is NaN where a single run says nothing of how far runs spread. */
export interface GroupBand {
  readonly x: Float64Array;
  readonly mean: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** How many runs count at each place. */
  readonly count: Float64Array;
}

/** A member with one value at each place; NaN where none of several is finite. */
function atDistinct({ x, y, low, high }: Member): Member {
  const places = distinct([x]);
  if (places.length === x.length) return { x, y, low, high };
  const none = () => new Float64Array(places.length).fill(Number.NaN);
  const merged = { x: places, y: none(), low: none(), high: none() };
  const counts = new Float64Array(places.length);
  let place = 0;
  for (let at = 0; at < x.length; at += 1) {
    while (places[place] !== x[at]) place += 1;
    const value = y[at] as number;
    if (!Number.isFinite(value)) continue;
    const [mean, least, most] = [merged.y[place], merged.low[place], merged.high[place]];
    const count = (counts[place] as number) + 1;
    counts[place] = count;
    const before = count === 1 ? 0 : (mean as number);
    merged.y[place] = before + (value - before) / count;
    merged.low[place] =
      count === 1 ? (low[at] as number) : Math.min(least as number, low[at] as number);
    merged.high[place] =
      count === 1 ? (high[at] as number) : Math.max(most as number, high[at] as number);
  }
  return merged;
}

/** All places of some columns, ascending, each once. */
function distinct(columns: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const column of columns) {
    all.set(column, end);
    end += column.length;
  }
  return all.sort().filter((place, at) => at === 0 || place !== all[at - 1]);
}

/** Sums over the runs at each position, updated as in Welford's algorithm (1962). */
class Sums {
  readonly count: Float64Array;
  readonly mean: Float64Array;
  readonly squares: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;

  constructor(places: number) {
    this.count = new Float64Array(places);
    this.mean = new Float64Array(places);
    this.squares = new Float64Array(places);
    this.least = new Float64Array(places).fill(Number.POSITIVE_INFINITY);
    this.most = new Float64Array(places).fill(Number.NEGATIVE_INFINITY);
  }

  add(at: number, value: number, low: number, high: number): void {
    if (!Number.isFinite(value)) return;
    const count = (this.count[at] as number) + 1;
    const before = this.mean[at] as number;
    const mean = before + (value - before) / count;
    this.count[at] = count;
    this.mean[at] = mean;
    this.squares[at] = (this.squares[at] as number) + (value - before) * (value - mean);
    this.least[at] = Math.min(this.least[at] as number, low);
    this.most[at] = Math.max(this.most[at] as number, high);
  }
}

/** Adds a member at all places from its first to its last. */
function addMember(sums: Sums, places: Float64Array, { x, y, low, high }: Member): void {
  const [first, last] = [x[0], x[x.length - 1]];
  if (first === undefined || last === undefined) return;
  let next = 0;
  for (let at = lowerBound(places, first); at < places.length; at += 1) {
    const place = places[at] as number;
    if (place > last) return;
    while ((x[next] as number) < place) next += 1;
    if (x[next] === place) {
      sums.add(at, y[next] as number, low[next] as number, high[next] as number);
      continue;
    }
    const before = next - 1;
    const part = (place - (x[before] as number)) / ((x[next] as number) - (x[before] as number));
    const between = (column: Float64Array) =>
      (column[before] as number) * (1 - part) + (column[next] as number) * part;
    sums.add(at, between(y), between(low), between(high));
  }
}

/** Student's t for 95 % between both sides, by degrees of freedom from 1 to 30. */
const T_95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
  2.045, 2.042,
] as const;
const Z_95 = 1.96;

/** Beyond the table, by the first term of its expansion around the normal distribution. */
export function tFactor(freedom: number): number {
  return T_95[freedom - 1] ?? Z_95 + (Z_95 ** 3 + Z_95) / (4 * freedom);
}

/** How far the band reaches to either side, for a variance of so many values. */
function reach(spread: Exclude<Spread, "range">, variance: number, count: number): number {
  const deviation = Math.sqrt(variance);
  if (spread === "std") return deviation;
  const error = deviation / Math.sqrt(count);
  return spread === "stderr" ? error : tFactor(count - 1) * error;
}

export function groupBand(members: readonly Member[], spread: Spread): GroupBand {
  const merged = members.map(atDistinct);
  const x = distinct(merged.map((member) => member.x));
  const sums = new Sums(x.length);
  for (const member of merged) addMember(sums, x, member);
  const { count, squares } = sums;
  const mean = sums.mean.map((value, at) => (count[at] === 0 ? Number.NaN : value));
  if (spread === "range") {
    const known = (column: Float64Array) =>
      column.map((value, at) => (count[at] === 0 ? Number.NaN : value));
    return { x, mean, min: known(sums.least), max: known(sums.most), count };
  }
  const reaches = squares.map((sum, at) => {
    const runs = count[at] as number;
    return runs < 2 ? Number.NaN : reach(spread, sum / (runs - 1), runs);
  });
  const min = mean.map((value, at) => value - (reaches[at] as number));
  const max = mean.map((value, at) => value + (reaches[at] as number));
  return { x, mean, min, max, count };
}

/** Lines with a band around them that other tags give. */

import { lowerBound, rowsWithin } from "../../../lib/algorithms/binary-search";
import type { MarginTags } from "../options/card-spec";
import type { CardLine } from "./series-lines";

/** The values at `x` of what is known at `from`, on straight lines between neighbours; NaN beyond. */
export function valuesAt(x: Float64Array, from: Float64Array, values: Float64Array): Float64Array {
  return x.map((at) => {
    const after = lowerBound(from, at);
    const right = from[after];
    if (right === undefined) return Number.NaN;
    if (right === at) return values[after] as number;
    if (after === 0) return Number.NaN;
    const left = from[after - 1] as number;
    const part = (at - left) / (right - left);
    return (values[after - 1] as number) * (1 - part) + (values[after] as number) * part;
  });
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The value at `x` on the straight line through two places; NaN where they are one. */
function onLine(x: number, one: Point, other: Point): number {
  return one.y + ((x - one.x) * (other.y - one.y)) / (other.x - one.x);
}

/**
 * The values of an end of a band at the places of its line. A line and its end that were logged at
 * other steps have their points beyond a window at other places. Where that of the line stands
 * farther out, the end is drawn straight on to it, through its own point beyond the window and its
 * value at the point of the line that is next to the window's edge: what is seen of it is known.
 */
function endAt({ x }: CardLine, { x: from, y: values, goesOn }: CardLine): Float64Array {
  const end = valuesAt(x, from, values);
  if (from.length === 0) return end;
  const pointAt = (at: number): Point => ({ x: from[at] as number, y: values[at] as number });
  const [head, tail] = [pointAt(0), pointAt(from.length - 1)];
  const [first, behind] = rowsWithin(x, [head.x, tail.x]);
  const inner = (at: number): Point => ({ x: x[at] as number, y: end[at] as number });
  const isBetween = first === behind;
  if (goesOn[0] && first > 0) {
    end[first - 1] = onLine(x[first - 1] as number, head, isBetween ? tail : inner(first));
  }
  if (goesOn[1] && behind < x.length) {
    end[behind] = onLine(x[behind] as number, tail, isBetween ? head : inner(behind - 1));
  }
  return end;
}

function isOfSame(line: CardLine, other: CardLine): boolean {
  return line.group === other.group && line.runs.join() === other.runs.join();
}

/**
 * The lines with their bands, and without those that are only the end of one. What is smoothed is
 * smoothed alike, so that a line stays between its ends.
 */
export function withMargins(
  lines: readonly CardLine[],
  margins: readonly MarginTags[],
): readonly CardLine[] {
  if (margins.length === 0) return lines;
  const middles = new Map(margins.map((margin) => [margin.value, margin]));
  const ends = new Set(margins.flatMap(({ lower, upper }) => [lower, upper]));
  return lines.flatMap((line) => {
    const margin = middles.get(line.tag);
    if (margin === undefined) return ends.has(line.tag) ? [] : [line];
    const endOf = (tag: string) =>
      lines.find((other) => other.tag === tag && isOfSame(line, other)) ?? null;
    const [low, high] = [endOf(margin.lower), endOf(margin.upper)];
    if (low === null || high === null) return [line];
    const band = { min: endAt(line, low), max: endAt(line, high) };
    return [{ ...line, band }];
  });
}

/** Lines with a band around them that other tags give. */
import { lowerBound } from "../../lib/sorted";
import type { CardLine } from "./card-lines";

/** A line and the ends of the band around it, as tags. */
export interface MarginTags {
  readonly value: string;
  readonly lower: string;
  readonly upper: string;
}

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
    const band = { min: valuesAt(line.x, low.x, low.y), max: valuesAt(line.x, high.x, high.y) };
    return [{ ...line, band }];
  });
}

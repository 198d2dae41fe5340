/** A part of the x axis as it stands in the address: `100:2500`. */
import type { Range } from "../../../chart/model/chart-line";

const NUMBER = "-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?";
const RANGE = new RegExp(`^(${NUMBER}):(${NUMBER})$`);

export function parseRange(text: string): Range | null {
  const found = RANGE.exec(text);
  if (found === null) return null;
  const range = [Number(found[1]), Number(found[2])] as const;
  return range[0] < range[1] ? range : null;
}

/** Whole numbers, or the fifth digit of the range's width: a screen has fewer pixels. */
export function printRange([from, to]: Range): string {
  const places = Math.max(0, Math.min(12, 4 - Math.floor(Math.log10(to - from))));
  return `${Number(from.toFixed(places))}:${Number(to.toFixed(places))}`;
}

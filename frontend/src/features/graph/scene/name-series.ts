/** Names that differ in their numbers alone: `stage1`, `stage2`, … */
import { NAME_ORDER } from "../../../lib/format/locale";

/** What such names have in common. */
function stemOf(label: string): string {
  return label.toLowerCase().replace(/\d+/g, "#");
}

/** The same items; those whose labels have one stem stand in natural order on their places. */
export function inNaturalOrder<Item>(
  items: readonly Item[],
  labelOf: (item: Item) => string,
): Item[] {
  const sorted = [...items];
  for (const places of placesByStem(items.map(labelOf)).values()) {
    const members = places.map((at) => items[at]);
    members.sort((a, b) => NAME_ORDER.compare(labelOf(a), labelOf(b)));
    places.forEach((at, i) => {
      sorted[at] = members[i];
    });
  }
  return sorted;
}

/**
 * Per label, the number of its series; -1 where no other has its stem. Where labels are the very
 * same, as those of ops that are named by their types, none is before another.
 */
export function seriesOf(labels: readonly string[]): Int32Array {
  const series = new Int32Array(labels.length).fill(-1);
  let count = 0;
  for (const places of placesByStem(labels).values()) {
    if (new Set(places.map((at) => labels[at])).size < places.length) continue;
    for (const at of places) series[at] = count;
    count++;
  }
  return series;
}

/**
 * Per label of a series, its parts by turns: what is the same in all of the series, and the numbers
 * in which it differs from others. Undefined for a label without a series.
 */
export function distinctParts(labels: readonly string[]): (readonly string[] | undefined)[] {
  const parts = new Array<readonly string[] | undefined>(labels.length).fill(undefined);
  for (const places of placesByStem(labels).values()) {
    const split = places.map((at) => labels[at].split(/(\d+)/));
    const [first] = split;
    const isShared = first.map((part, i) => split.every((other) => other[i] === part));
    places.forEach((at, i) => {
      parts[at] = byTurns(split[i], isShared);
    });
  }
  return parts;
}

/** Numbers that are the same in all go with the letters around them. */
function byTurns(split: readonly string[], isShared: readonly boolean[]): string[] {
  const parts = [""];
  split.forEach((part, i) => {
    if (i % 2 === 1 && !isShared[i]) parts.push(part, "");
    else parts[parts.length - 1] += part;
  });
  return parts;
}

/** The places of labels by stem, where several have one. */
function placesByStem(labels: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  labels.forEach((label, at) => {
    const stem = stemOf(label);
    const known = places.get(stem);
    if (known === undefined) places.set(stem, [at]);
    else known.push(at);
  });
  for (const [stem, all] of places) if (all.length < 2) places.delete(stem);
  return places;
}

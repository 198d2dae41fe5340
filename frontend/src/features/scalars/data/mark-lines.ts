/** From the changes of tags to marks on charts. */
import type { Changes } from "../../../api/types";
import type { ReferenceLine } from "../../../chart/model/chart-line";
import { valueText } from "../../../lib/format/number";
import { shortNames } from "../../../lib/lists/short-names";
import * as messages from "./messages";

/** Of more values at one place only the number fits beside the mark. */
const MAX_VALUES = 2;

/**
 * A mark at each place of the axis where any run has a new value, with the values of all that have
 * one there: `lr 0.01`. What changes at the same place in many runs has one mark.
 */
export function markLines(all: readonly Changes[]): ReferenceLine[] {
  const short = shortNames(all.map(({ tag }) => tag));
  const labels = new Map<number, string[]>();
  for (const { tag, series } of all) {
    const values = new Map<number, Set<string>>();
    for (const { x, value } of series) {
      x.forEach((place, at) => {
        const here = values.get(Number(place)) ?? new Set();
        values.set(Number(place), here.add(valueText(Number(value[at]))));
      });
    }
    for (const [place, here] of values) {
      const text = here.size > MAX_VALUES ? messages.valueCount(here.size) : [...here].join(", ");
      const label = `${short.get(tag) ?? tag} ${text}`;
      labels.set(place, [...(labels.get(place) ?? []), label]);
    }
  }
  return [...labels]
    .filter(([at]) => Number.isFinite(at))
    .sort(([one], [other]) => one - other)
    .map(([at, texts]) => ({
      axis: "x",
      at,
      label: texts.join(", "),
      isReached: false,
      isMark: true,
    }));
}

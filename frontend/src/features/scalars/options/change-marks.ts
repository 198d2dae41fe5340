/** The tags whose changes are marked on all charts, and these marks. */
import { signal } from "@preact/signals";
import type { ReferenceLine } from "../../../chart/model/chart-line";
import { commitHistory, urlList } from "../../../state/address/url-state";

export const markedTags = urlList("mark");

/** Where they change on the axis of the charts. */
export const changeMarks = signal<readonly ReferenceLine[]>([]);

export function toggleMarked(tag: string): void {
  const others = markedTags.peek().filter((other) => other !== tag);
  markedTags.value = others.length < markedTags.peek().length ? others : [...others, tag];
  commitHistory();
}

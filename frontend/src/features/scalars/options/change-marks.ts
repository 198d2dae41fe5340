/** What is marked on all charts: the changes of tags that the viewer named, and comments. */
import { signal } from "@preact/signals";
import type { XAxis } from "../../../api/scalars";
import type { ChartAxes } from "../../../chart/axes/projection";
import type { ReferenceLine } from "../../../chart/model/chart-line";
import { commitHistory, urlList } from "../../../state/address/url-state";

export const markedTags = urlList("mark");

/** Where they change on the axis of the charts. */
export const changeMarks = signal<readonly ReferenceLine[]>([]);

/** Where comments on steps are, on one axis. */
export const commentMarks = signal<{
  readonly axis: XAxis;
  readonly lines: readonly ReferenceLine[];
}>({ axis: "step", lines: [] });

/** Puts the flags of comments on a plot; its code comes with the first comment. */
export const flagPlacer = signal<(plot: HTMLElement, axes: ChartAxes, axis: XAxis) => void>();

/** All marks of a chart over an axis, by their places. */
export function marksOn(axis: XAxis): readonly ReferenceLine[] {
  const { axis: own, lines } = commentMarks.value;
  if (axis !== own || lines.length === 0) return changeMarks.value;
  return [...lines, ...changeMarks.value].sort((one, other) => one.at - other.at);
}

export function toggleMarked(tag: string): void {
  const others = markedTags.peek().filter((other) => other !== tag);
  markedTags.value = others.length < markedTags.peek().length ? others : [...others, tag];
  commitHistory();
}

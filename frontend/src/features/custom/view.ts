/** What the viewer chose on the tab, all of it in the address. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Range } from "../../chart/chart-line";
import { commitHistory, urlList, urlText } from "../../state/url";

const smoothingText = urlText("smooth", "0.6");
/** The weight of the moving average, shared with the scalars. */
export const smoothing: ReadonlySignal<number> = computed(() => {
  const weight = Number(smoothingText.value);
  return weight >= 0 && weight < 1 ? weight : 0.6;
});

const logText = urlText("custom.log");
export const logY: ReadonlySignal<boolean> = computed(() => logText.value === "y");

const zoomText = urlText("custom.zoom");
/** The steps that all charts show; null for all of them. */
export const zoom: ReadonlySignal<Range | null> = computed(() => {
  const [from, to] = zoomText.value.split("..").map(Number);
  const isRange = from !== undefined && to !== undefined && from < to;
  return zoomText.value !== "" && isRange ? [from, to] : null;
});

/** The headings whose charts are folded away, or opened where a layout folds them. */
export const turned = urlList("custom.turned");

export function setSmoothing(weight: number): void {
  smoothingText.value = String(weight);
}

export function toggleLog(): void {
  logText.value = logY.peek() ? "" : "y";
  commitHistory();
}

export function setZoom(range: Range | null): void {
  zoomText.value = range === null ? "" : `${range[0]}..${range[1]}`;
  commitHistory();
}

export function turn(title: string): void {
  const others = turned.peek().filter((other) => other !== title);
  turned.value = others.length < turned.peek().length ? others : [...others, title];
  commitHistory();
}

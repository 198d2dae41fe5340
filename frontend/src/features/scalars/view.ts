/** What the viewer chose on the scalars tab, all of it in the address. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Axis } from "../../api/types";
import type { ChartPoint, Range } from "../../chart/chart-line";
import { parseTextFilter } from "../../lib/text-filter";
import { commitHistory, urlList, urlText } from "../../state/url";
import { parseRange, printRange } from "./zoom-range";

export const AXES: readonly Axis[] = ["step", "relative", "wall_time"];
export const DEFAULT_SMOOTHING = 0.6;
export const MOST_SMOOTHING = 0.999;

const SMOOTHING_STEP = 0.05;

export interface Cursor extends ChartPoint {
  readonly tag: string;
  readonly axis: Axis;
}

export const tagFilterText = urlText("tags");
export const tagFilter = computed(() => parseTextFilter(tagFilterText.value));

const axisText = urlText("x", "step");
export const axis: ReadonlySignal<Axis> = computed(
  () => AXES.find((known) => known === axisText.value) ?? "step",
);

const smoothingText = urlText("smooth", String(DEFAULT_SMOOTHING));
export const smoothing: ReadonlySignal<number> = computed(() => {
  const weight = Number(smoothingText.value);
  return weight >= 0 && weight <= MOST_SMOOTHING ? weight : DEFAULT_SMOOTHING;
});

const logText = urlText("log");
export const logY: ReadonlySignal<boolean> = computed(() => logText.value === "y");

const supersededText = urlText("superseded");
/** Whether points that a resumed training has logged again are drawn too. */
export const showsSuperseded: ReadonlySignal<boolean> = computed(
  () => supersededText.value === "shown",
);

const zoomText = urlText("zoom");
/** The part of the x axis all cards show; null for all of it. */
export const zoom: ReadonlySignal<Range | null> = computed(() => parseRange(zoomText.value));

/** Prefixes of the sections that are folded. */
export const folded = urlList("folded");

const fullText = urlText("card");
/** The tag of the card that fills the page. */
export const fullScreenTag: ReadonlySignal<string | null> = computed(() => fullText.value || null);

/** Where the cursor stands, in units of the x axis, and on which card. */
export const cursor = signal<Cursor | null>(null);

/** The card that the keys `j` and `k` have reached. */
export const reachedTag = signal<string | null>(null);

/** The card that takes the focus as soon as it is on the page; whoever gives it clears this. */
export const tagToFocus = signal<string | null>(null);

export function setAxis(next: Axis): void {
  if (next !== axis.peek()) zoomText.value = "";
  axisText.value = next;
  commitHistory();
}

export function cycleAxis(): void {
  setAxis(AXES[(AXES.indexOf(axis.peek()) + 1) % AXES.length] ?? "step");
}

export function setSmoothing(weight: number): void {
  const clamped = Math.min(MOST_SMOOTHING, Math.max(0, weight));
  smoothingText.value = String(Math.round(clamped * 1000) / 1000);
}

export function stepSmoothing(direction: 1 | -1): void {
  setSmoothing(smoothing.peek() + direction * SMOOTHING_STEP);
}

export function toggleLog(): void {
  logText.value = logY.peek() ? "" : "y";
  commitHistory();
}

export function toggleSuperseded(): void {
  supersededText.value = showsSuperseded.peek() ? "" : "shown";
  commitHistory();
}

export function setZoom(range: Range | null): void {
  zoomText.value = range === null ? "" : printRange(range);
  commitHistory();
}

export function toggleSection(prefix: string): void {
  const others = folded.peek().filter((other) => other !== prefix);
  folded.value = others.length < folded.peek().length ? others : [...others, prefix];
  commitHistory();
}

export function openFullScreen(tag: string | null): void {
  fullText.value = tag ?? "";
  commitHistory();
}

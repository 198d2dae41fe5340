/** What the viewer chose for all cards, all of it in the address. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { XAxis } from "../../../api/scalars";
import type { ChartPoint, Range } from "../../../chart/model/chart-line";
import type { Smoothing, SmoothingKind } from "../../../lib/algorithms/smoothing";
import { parseTextFilter } from "../../../lib/filter/text-filter";
import type { TextAddressKey } from "../../../state/address/keys";
import { commitHistory, urlList, urlText } from "../../../state/address/url-state";
import { groupColumn } from "../../../state/runs/run-table";
import { FocusedCard } from "../../../state/shell/focused-card";
import { kindEntry, parseSmoothing, printSmoothing, withAmount } from "./smoothing-option";
import { parseRange, printRange } from "./zoom-range";

/** In which order lines are listed; `default` is that of the run table. */
export type Order = "nearest" | "default" | "alphabetical" | "ascending" | "descending";

/** Standard deviation, standard error, 95 % confidence interval of the mean, least to greatest. */
export type Spread = "std" | "stderr" | "ci95" | "range";

export const AXES: readonly XAxis[] = ["step", "relative", "wall_time"];

export interface Cursor extends ChartPoint {
  readonly card: string;
  readonly axis: XAxis;
}

export const tagFilterText = urlText("tags");
export const tagFilter = computed(() => parseTextFilter(tagFilterText.value));

/** One of a few words under a key; the first where the address has another word. */
function urlChoice<T extends string>(key: TextAddressKey, choices: readonly [T, ...T[]]) {
  const text = urlText(key);
  const value: ReadonlySignal<T> = computed(
    () => choices.find((known) => known === text.value) ?? choices[0],
  );
  const choose = (next: T): void => {
    text.value = next;
    commitHistory();
  };
  return { value, choose };
}

const axisText = urlText("x");
export const axis: ReadonlySignal<XAxis> = computed(() => axisText.value.trim() || "step");

const smoothingText = urlText("smooth");
/** Worked out once for each text, so that the same smoothing is the same value. */
export const smoothing: ReadonlySignal<Smoothing> = computed(() =>
  parseSmoothing(smoothingText.value),
);

/** Whether the slider of the smoothing is being dragged. */
const isSliding = signal(false);

export function slideSmoothing(isDragged: boolean): void {
  isSliding.value = isDragged;
}

/** While the slider moves, requests for another smoothing are this far apart. */
const SLIDING_MS = 120;

const settled = signal(smoothing.peek());
/** The smoothing in requests to the server. */
export const settledSmoothing: ReadonlySignal<Smoothing> = settled;

effect(() => {
  const next = smoothing.value;
  if (!isSliding.value) {
    settled.value = next;
    return;
  }
  const timer = setTimeout(() => {
    settled.value = next;
  }, SLIDING_MS);
  return () => clearTimeout(timer);
});

export const { value: outliers, choose: chooseOutliers } = urlChoice("outliers", [
  "shown",
  "hidden",
]);
export const { value: envelope, choose: chooseEnvelope } = urlChoice("envelope", ["on", "off"]);
/** Whether lines as logged are drawn palely behind smoothed ones. */
export const { value: raw, choose: chooseRaw } = urlChoice("raw", ["shown", "hidden"]);
/** Whether zooming one card zooms all. */
export const { value: zooms, choose: chooseZooms } = urlChoice("zooms", ["linked", "own"]);
export const { value: order, choose: chooseOrder } = urlChoice<Order>("order", [
  "nearest",
  "default",
  "alphabetical",
  "ascending",
  "descending",
]);
/** In CSS pixels; without one, lines of many points are thinner. */
export const LINE_WIDTHS = { normal: undefined, thin: 1, thick: 2.5, heavy: 4 } as const;
export const { value: lineWidth, choose: chooseLineWidth } = urlChoice<keyof typeof LINE_WIDTHS>(
  "width",
  ["normal", "thin", "thick", "heavy"],
);
const { value: chosenSpread, choose: chooseAnySpread } = urlChoice<Spread | "off" | "auto">(
  "band",
  ["auto", "off", "std", "stderr", "ci95", "range"],
);
/** Runs that were grouped in the run table are drawn as groups, unless the viewer wants each. */
const defaultSpread = computed(() => (groupColumn.value === null ? "off" : "std"));
/** How groups of runs are drawn: each run, or their mean and how far they spread. */
export const spread: ReadonlySignal<Spread | "off"> = computed(() =>
  chosenSpread.value === "auto" ? defaultSpread.value : chosenSpread.value,
);

export function chooseSpread(next: Spread | "off"): void {
  chooseAnySpread(next === defaultSpread.peek() ? "auto" : next);
}

export const { value: superseded, choose: chooseSuperseded } = urlChoice("superseded", [
  "hidden",
  "shown",
]);
/** Whether points that a resumed training has logged again are drawn too. */
export const showsSuperseded: ReadonlySignal<boolean> = computed(
  () => superseded.value === "shown",
);

const zoomText = urlText("zoom");
/** The part of the x axis that cards with linked zooms show; null for all of it. */
export const zoom: ReadonlySignal<Range | null> = computed(() => parseRange(zoomText.value));

/** Keys of the sections that are folded. */
export const folded = urlList("folded");

const fullText = urlText("card");
/** The id of the card that fills the page. */
export const fullScreenCard: ReadonlySignal<string | null> = computed(() => fullText.value || null);

/** Where the cursor stands, in units of the x axis, and on which card. */
export const cursor = signal<Cursor | null>(null);

/** Whether a plot is being moved or zoomed by the wheel just now. */
export const isMoving = signal(false);

export const reached = new FocusedCard();

/** Shows all cards over another axis, and all of it. */
export function moveAxis(next: XAxis): void {
  axisText.value = next;
  zoomText.value = "";
}

export function setSmoothing(amount: number): void {
  smoothingText.value = printSmoothing(withAmount(smoothing.peek().kind, amount));
}

/** Changes the kind of smoothing, with its default amount. */
export function chooseSmoothingKind(kind: SmoothingKind): void {
  smoothingText.value = printSmoothing({ kind, amount: kindEntry(kind).amount });
  commitHistory();
}

/** How many strokes of a key lead from none to most. */
const STROKES = 20;

export function stepSmoothing(direction: 1 | -1): void {
  const { kind, amount } = smoothing.peek();
  const { most, step } = kindEntry(kind);
  const stroke = Math.max(1, Math.round(most / STROKES / step)) * step;
  setSmoothing(amount + direction * stroke);
}

export function setZoom(range: Range | null): void {
  moveZoom(range);
  commitHistory();
}

/** Changes the zoom while something is dragged: no step in the history. */
export function moveZoom(range: Range | null): void {
  zoomText.value = range === null ? "" : printRange(range);
}

export function toggleSection(key: string): void {
  const others = folded.peek().filter((other) => other !== key);
  folded.value = others.length < folded.peek().length ? others : [...others, key];
  commitHistory();
}

export function openFullScreen(card: string | null): void {
  fullText.value = card ?? "";
  commitHistory();
}

/** What the viewer chose for single cards, all of it in the address. */
import { computed, type ReadonlySignal, type Signal } from "@preact/signals";
import type { XAxis } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import { commitHistory, urlList, urlText } from "../../../state/address/url-state";
import { type CardFrame, parseFrame, withFrame } from "./axis-range-text";
import {
  type Combined,
  parseCombined,
  printCombined,
  withExpression,
  withOtherSide,
  withoutTag,
  withTag,
} from "./combined-charts";
import { type GivenReference, printReference } from "./reference-lines";
import { AXES, axis, isMoving, moveAxis, moveZoom, zoom, zooms } from "./tab-options";

/** Ids of pinned cards, in the order in which they were pinned. */
export const pinned = urlList("pin");
/** Ids of cards below which values of the whole series are compared. */
export const compared = urlList("compare");
/** Ids of cards that draw bars of the last values, or lines, whatever they would by themselves. */
export const asBars = urlList("bars");
export const asLines = urlList("lines");
/** Texts of reference lines. */
export const references = urlList("line");

const frames = urlList("frame");
const chartTexts = urlList("chart");

const logText = urlText("log");
/** Cards whose axis is otherwise than that of all. */
const otherX = urlList("logx");
const otherY = urlList("logy");

const allLogX: ReadonlySignal<boolean> = computed(() => logText.value.includes("x"));
const allLogY: ReadonlySignal<boolean> = computed(() => logText.value.includes("y"));

export const logs = { x: allLogX, y: allLogY } as const;
const others = { x: otherX, y: otherY } as const;

export function isLog(card: string, axis: "x" | "y"): boolean {
  return logs[axis].value !== others[axis].value.includes(card);
}

function toggled(list: readonly string[], one: string): string[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}

function toggle(list: Signal<string[]>, one: string): void {
  list.value = toggled(list.peek(), one);
  commitHistory();
}

/** Turns the axis of one card, or of all, which then have it alike. */
export function toggleLog(axis: "x" | "y", card: string | null = null): void {
  if (card !== null) {
    toggle(others[axis], card);
    return;
  }
  const isOn = { x: allLogX.peek(), y: allLogY.peek() };
  isOn[axis] = !isOn[axis];
  logText.value = `${isOn.x ? "x" : ""}${isOn.y ? "y" : ""}`;
  others[axis].value = [];
  commitHistory();
}

export function togglePin(card: string): void {
  toggle(pinned, card);
}

export function toggleCompared(card: string): void {
  toggle(compared, card);
}

const frameOfCard: ReadonlySignal<ReadonlyMap<string, CardFrame>> = computed(() => {
  const known = frames.value.map(parseFrame).filter((frame) => frame !== null);
  return new Map(known.map((frame) => [frame.card, frame]));
});

/** The part of a card's axes that is shown; null for all of an axis. */
export function frameOf(card: string): { x: Range | null; y: Range | null } {
  const own = frameOfCard.value.get(card);
  const x = zooms.value === "own" ? (own?.x ?? null) : zoom.value;
  return { x, y: own?.y ?? null };
}

/** Shows a part of a card's axes; `isLast` is false while the plot is being moved. */
export function setFrame(card: string, x: Range | null, y: Range | null, isLast: boolean): void {
  const isOwn = zooms.peek() === "own";
  isMoving.value = !isLast;
  if (!isOwn) moveZoom(x);
  frames.value = withFrame(frames.peek(), { card, x: isOwn ? x : null, y });
  if (isLast) commitHistory();
}

/** Places points over another axis, of which all is shown. */
export function chooseAxis(next: XAxis): void {
  if (next === axis.peek()) return;
  moveAxis(next);
  const flat = frames.peek().flatMap((text) => parseFrame(text) ?? []);
  frames.value = flat.flatMap((frame) => withFrame([], { ...frame, x: null }));
  commitHistory();
}

export function cycleAxis(): void {
  chooseAxis(AXES[(AXES.indexOf(axis.peek()) + 1) % AXES.length] ?? "step");
}

/** Shows all of every axis. */
export function fitAll(): void {
  moveZoom(null);
  frames.value = [];
  commitHistory();
}

export const isAnythingZoomed: ReadonlySignal<boolean> = computed(
  () => zoom.value !== null || frames.value.length > 0,
);

/** Where what is shown of the x axis ends, on the card that shows least; null where all show all. */
export const zoomedEnd: ReadonlySignal<number | null> = computed(() => {
  const own = [...frameOfCard.value.values()].map(({ x }) => x);
  const shown = (zooms.value === "own" ? own : [zoom.value]).filter((range) => range !== null);
  return shown.length === 0 ? null : Math.min(...shown.map(([, end]) => end));
});

/** The charts of several tags, by their text in the address. */
export const charts: ReadonlySignal<readonly (readonly [id: string, chart: Combined])[]> = computed(
  () =>
    [...new Set(chartTexts.value)].flatMap((text) => {
      const chart = parseCombined(text);
      return chart === null ? [] : [[text, chart] as const];
    }),
);

/** Puts a chart in the place of another, or where that is null, at the front. */
function putChart(old: string | null, chart: Combined | null): void {
  const id = chart === null ? [] : [printCombined(chart)];
  const texts = chartTexts.peek();
  const isKnown = old !== null && texts.includes(old);
  chartTexts.value = isKnown
    ? texts.flatMap((text) => (text === old ? id : [text]))
    : [...id, ...texts];
  // What was chosen of the card goes with it under its new name.
  for (const list of [pinned, compared, asBars, asLines, otherX, otherY]) {
    if (old !== null && list.peek().includes(old)) {
      list.value = list.peek().flatMap((one) => (one === old ? id : [one]));
    }
  }
  commitHistory();
}

export function addChart(chart: Combined): void {
  putChart(null, chart);
}

/** Removes a chart of several tags. */
export function removeChart(id: string): void {
  putChart(id, null);
}

/** Draws a tag in another card too: in a chart of several, or in a new one beside the card's own tag. */
export function dropTag(tag: string, onto: { id: string; combined: Combined | null }): void {
  if (onto.combined !== null) putChart(onto.id, withTag(onto.combined, tag));
  else if (tag !== onto.id) addChart({ tags: [onto.id, tag], match: "", right: [] });
}

/** Draws an expression in a card: in a chart of several, or in a new one beside the card's tag. */
export function addExpression(
  text: string,
  onto: { id: string; combined: Combined | null } | null,
): void {
  if (onto?.combined) putChart(onto.id, withExpression(onto.combined, text));
  else addChart({ tags: onto ? [onto.id] : [], expressions: [text], match: "", right: [] });
}

export function dropOut(tag: string, chart: { id: string; combined: Combined }): void {
  putChart(chart.id, withoutTag(chart.combined, tag));
}

export function toggleSide(tag: string, chart: { id: string; combined: Combined }): void {
  putChart(chart.id, withOtherSide(chart.combined, tag));
}

export function addReference(line: GivenReference): void {
  references.value = [...references.peek(), printReference(line)];
  commitHistory();
}

export function removeReference(text: string): void {
  references.value = references.peek().filter((other) => other !== text);
  commitHistory();
}

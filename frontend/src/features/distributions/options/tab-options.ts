/** What the viewer chose on the distributions tab, all of it in the address. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Axis } from "../../../api/types";
import { parseTextFilter } from "../../../lib/filter/text-filter";
import { defaultOf } from "../../../state/address/keys";
import { commitHistory, urlList, urlText } from "../../../state/address/url-state";
import { FocusedCard } from "../../../state/shell/focused-card";

export type Mode = "ridges" | "overlay" | "heatmap" | "bands";

export const MODES: readonly Mode[] = ["ridges", "overlay", "heatmap", "bands"];
/** A card draws so many runs; on the whole page there is room for more. */
export const MOST_RUNS = 4;

const AXES: readonly Axis[] = ["step", "relative", "wall_time"];

export const tagFilterText = urlText("tags");
export const tagFilter = computed(() => parseTextFilter(tagFilterText.value));

const modeText = urlText("distribution");
export const mode: ReadonlySignal<Mode> = computed(
  () => MODES.find((known) => known === modeText.value) ?? "ridges",
);

const axisText = urlText("x");
/** Over what the steps stand: the same as on the scalars tab. */
export const axis: ReadonlySignal<Axis> = computed(
  () => AXES.find((known) => known === axisText.value) ?? "step",
);

const countsText = urlText("counts");
export const logCounts: ReadonlySignal<boolean> = computed(() => countsText.value === "log");

const tailsText = urlText("tails");
/**
 * Whether the axis of values ends a little beyond where most of them are: always, never, or by
 * itself where the others would flatten these.
 */
export type Tails = "auto" | "cut" | "whole";
export const TAILS: readonly Tails[] = ["auto", "cut", "whole"];
export const tails: ReadonlySignal<Tails> = computed(
  () => TAILS.find((known) => known === tailsText.value) ?? "auto",
);

export function chooseTails(next: Tails): void {
  tailsText.value = next === "auto" ? "" : next;
  commitHistory();
}

/** Tags of pinned cards, in the order in which they were pinned. */
export const pinned = urlList("histogram.pin");

export function togglePin(tag: string): void {
  const others = pinned.peek().filter((other) => other !== tag);
  pinned.value = others.length < pinned.peek().length ? others : [...others, tag];
  commitHistory();
}

const runsText = urlText("facets");
/** Whether all runs are drawn over each other rather than side by side. */
export const isStacked: ReadonlySignal<boolean> = computed(() => runsText.value === "stacked");

const supersededText = urlText("superseded");
/** Whether steps that a resumed training has logged again are drawn too. */
export const showsSuperseded: ReadonlySignal<boolean> = computed(
  () => supersededText.value === "shown",
);

const heldText = urlText("held");
/** The step that others are compared with; null when none is held. */
export const heldStep: ReadonlySignal<number | null> = computed(() =>
  /^-?\d{1,22}$/.test(heldText.value) ? Number(heldText.value) : null,
);

/** Prefixes of the sections that are folded. */
export const folded = urlList("folded");

const fullText = urlText("histogram");
/** The tag of the card that fills the page. */
export const fullScreenTag: ReadonlySignal<string | null> = computed(() => fullText.value || null);

/** Whether the short introduction is open. */
export const isHelpOpen = signal(false);

export const reached = new FocusedCard();

export function setMode(next: Mode): void {
  modeText.value = next;
  commitHistory();
}

export function cycleMode(): void {
  setMode(MODES[(MODES.indexOf(mode.peek()) + 1) % MODES.length] ?? "ridges");
}

export function setAxis(next: Axis): void {
  axisText.value = next;
  commitHistory();
}

export function cycleAxis(): void {
  setAxis(AXES[(AXES.indexOf(axis.peek()) + 1) % AXES.length] ?? "step");
}

/** Switches between a word and the default, which the address leaves out. */
function toggle(key: "counts" | "facets" | "superseded", on: string): void {
  const text = urlText(key);
  text.value = text.peek() === on ? defaultOf(key) : on;
  commitHistory();
}

export const toggleLog = (): void => toggle("counts", "log");
export const toggleStacked = (): void => toggle("facets", "stacked");
export const toggleSuperseded = (): void => toggle("superseded", "shown");

export function holdStep(step: number | null): void {
  heldText.value = step === null ? "" : BigInt(Math.round(step)).toString();
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

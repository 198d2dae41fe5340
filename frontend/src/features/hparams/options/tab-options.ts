/** What the viewer chose on the tab, all of it in the address. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { TableCell } from "../../../lib/format/table";
import { commitHistory, urlList, urlText } from "../../../state/address/url-state";
import { type Brush, defaultScale, type Scale } from "../model/axis";
import type { Column, SessionTable, Summary } from "../model/session-table";
import { type Brushes, parseBrushes, printBrushes } from "./brushes";

export const FORMS = ["table", "parallel", "scatter", "importance"] as const;
export type Form = (typeof FORMS)[number];

const SUMMARIES: readonly Summary[] = ["last", "min", "max"];
const SCALES: readonly Scale[] = ["linear", "log", "quantile"];

function oneOf<T extends string>(values: readonly T[], text: string, fallback: T): T {
  return values.find((value) => value === text) ?? fallback;
}

const formText = urlText("hp.view");
export const form: ReadonlySignal<Form> = computed(() => oneOf(FORMS, formText.value, "table"));

const summaryText = urlText("hp.value");
/** Which of a series' values stands for it. */
export const summary: ReadonlySignal<Summary> = computed(() =>
  oneOf(SUMMARIES, summaryText.value, "last"),
);

/** Scalar tags shown as metrics besides those that were announced. */
export const chosenTags = urlList("hp.metrics");

const columnKeys = urlList("hp.columns");
const sortText = urlText("hp.sort");
const colourText = urlText("hp.colour");
const scaleTexts = urlList("hp.scale");
const flippedKeys = urlList("hp.flip");
const brushTexts = urlList("hp.brush");

export const brushes: ReadonlySignal<Brushes> = computed(() => parseBrushes(brushTexts.value));
export const flipped: ReadonlySignal<ReadonlySet<string>> = computed(
  () => new Set(flippedKeys.value),
);

/** The run of the row that is pointed at. */
export const pointedRun = signal<string | null>(null);

export interface Sorting {
  readonly key: string;
  readonly descending: boolean;
}

export const sorting: ReadonlySignal<Sorting | null> = computed(() => {
  const text = sortText.value;
  if (text === "") return null;
  return { key: text.replace(/^-/, ""), descending: text.startsWith("-") };
});

/** Stands in the address where rows have the colours of their runs: no key of a column. */
export const RUN_COLOURS = "run";

/** The key of the column that gives rows their colour, of the first metric by default. */
export function colourKey(columns: readonly Column[]): string {
  const metric = columns.find(({ kind, differs }) => kind === "metric" && differs);
  return colourText.value || (metric?.key ?? RUN_COLOURS);
}

/** The scale that was chosen for a column, or the one that suits its numbers. */
export function scaleOf(column: Column): Scale {
  const { key } = column;
  const text = scaleTexts.value.find((one) => one.startsWith(`${key}=`));
  return oneOf(SCALES, text?.slice(key.length + 1) ?? "", defaultScale(column));
}

/** More hyper-parameters are shown only as far as they have several values, or are chosen. */
const MANY_HPARAMS = 20;

/** The columns chosen, in their order; else the hyper-parameters that tell most, and all metrics. */
export function shownColumns({ columns }: SessionTable): readonly Column[] {
  const chosen = columnKeys.value.flatMap(
    (key) => columns.find((column) => column.key === key) ?? [],
  );
  if (chosen.length > 0) return chosen;
  const hparams = columns.filter(({ kind }) => kind === "hparam");
  const metrics = columns.filter(({ kind }) => kind === "metric");
  const logged = metrics.filter((column) => valuesOf(column).length > 0);
  const differing = hparams.filter(({ differs }) => differs);
  const several = differing
    .filter(hasSeveralValues)
    .sort((one, other) => valuesOf(other).length - valuesOf(one).length);
  const one = differing.filter((column) => !hasSeveralValues(column));
  const shown = differing.length <= MANY_HPARAMS ? [...several, ...one] : several;
  return [...firstOf([shown, differing, hparams]), ...firstOf([logged, metrics])];
}

/** A configuration of one program has names that those of others lack: they tell little. */
function hasSeveralValues(column: Column): boolean {
  return new Set(valuesOf(column)).size > 1;
}

function valuesOf({ cells }: Column): TableCell[] {
  return cells.filter((cell) => cell !== null);
}

function firstOf(lists: readonly (readonly Column[])[]): readonly Column[] {
  return lists.find(({ length }) => length > 0) ?? [];
}

export function showColumns(keys: readonly string[]): void {
  columnKeys.value = [...keys];
  commitHistory();
}

export function setForm(next: Form): void {
  formText.value = next;
  commitHistory();
}

export function setSummary(next: Summary): void {
  summaryText.value = next;
  commitHistory();
}

/** Ascending, then descending, then in the order of the runs. */
export function sortBy(key: string): void {
  const now = sorting.peek();
  if (now?.key !== key) sortText.value = key;
  else sortText.value = now.descending ? "" : `-${key}`;
  commitHistory();
}

export function colourBy(key: string): void {
  colourText.value = key;
  commitHistory();
}

export function setScale(column: Column, scale: Scale): void {
  const { key } = column;
  const others = scaleTexts.peek().filter((text) => !text.startsWith(`${key}=`));
  scaleTexts.value = scale === defaultScale(column) ? others : [...others, `${key}=${scale}`];
  commitHistory();
}

export function flip(key: string): void {
  const others = flippedKeys.peek().filter((other) => other !== key);
  flippedKeys.value = others.length < flippedKeys.peek().length ? others : [...others, key];
  commitHistory();
}

/** Changes a brush while it is dragged: no step in the history. */
export function moveBrush(key: string, brush: Brush | null): void {
  const next = new Map(brushes.peek());
  if (brush === null) next.delete(key);
  else next.set(key, brush);
  brushTexts.value = printBrushes(next);
}

export function setBrush(key: string, brush: Brush | null): void {
  moveBrush(key, brush);
  commitHistory();
}

export function clearBrushes(): void {
  brushTexts.value = [];
  commitHistory();
}

export function chooseTag(tag: string, isChosen: boolean): void {
  const others = chosenTags.peek().filter((other) => other !== tag);
  chosenTags.value = isChosen ? [...others, tag] : others;
  commitHistory();
}

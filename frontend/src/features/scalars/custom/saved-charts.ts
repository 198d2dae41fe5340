/**
 * The charts that viewers composed on the page, saved with the other views of the log directory.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { SharedDocument } from "../../../state/server/shared-document";
import { mergeCharts, type OwnChart, type OwnCharts, parseCharts } from "./parse-layout";

const charts = signal<readonly OwnChart[]>([]);

const part = new SharedDocument<OwnCharts>("charts", {
  parse: parseCharts,
  merge: mergeCharts,
  onMerged: (merged) => {
    charts.value = merged.charts;
  },
});

let isLoaded = false;

export const ownCharts: ReadonlySignal<readonly OwnChart[]> = charts;

export async function loadOwnCharts(): Promise<void> {
  if (isLoaded) return;
  isLoaded = true;
  part.follow();
  const saved = await part.load();
  charts.value = saved?.charts ?? [];
}

function keep(next: readonly OwnChart[]): void {
  charts.value = next;
  part.save({ charts: next });
}

/** Puts a chart in the place of the one of its id, or behind all. */
export function putChart(chart: OwnChart): void {
  const isKnown = charts.peek().some(({ id }) => id === chart.id);
  keep(
    isKnown
      ? charts.peek().map((one) => (one.id === chart.id ? chart : one))
      : [...charts.peek(), chart],
  );
}

export function removeChart(id: string): void {
  keep(charts.peek().filter((chart) => chart.id !== id));
}

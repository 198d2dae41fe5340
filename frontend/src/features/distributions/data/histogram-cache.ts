/** Answers about distributions, kept for when a card comes back: a few screens of them. */
import { signal } from "@preact/signals";
import type { DataWarning, Histograms, HistogramsQuery } from "../../../api/histograms";

const KEPT = 60;

interface Kept {
  /** The data's version when it was asked for. */
  readonly version: number;
  readonly histograms: Histograms;
}

/** Most recently answered last. */
const answers = new Map<string, Kept>();

/** The last answer about a tag, to show while another question about it is on its way. */
const latest = new Map<string, Histograms>();

export interface LayerSign extends DataWarning {
  readonly tag: string;
  /** Run id. */
  readonly run: string;
}

/** What is wrong with the layers seen so far, by tag. */
export const layerSigns = signal<ReadonlyMap<string, readonly LayerSign[]>>(new Map());

function keep<T>(entries: Map<string, T>, key: string, entry: T): void {
  entries.delete(key);
  entries.set(key, entry);
  const [oldest] = entries.keys();
  if (entries.size > KEPT && oldest !== undefined) entries.delete(oldest);
}

/** Under which a query's answer is kept. */
export function keyOf(query: HistogramsQuery): string {
  // JSON has no infinities, of which one end of a range may be.
  return JSON.stringify({ ...query, range: [query.range?.from, query.range?.to].map(String) });
}

function topicOf({ tag, at }: HistogramsQuery): string {
  return `${at !== null} ${tag}`;
}

export function findAnswer(query: HistogramsQuery): Kept | undefined {
  return answers.get(keyOf(query));
}

export function keepAnswer(query: HistogramsQuery, version: number, histograms: Histograms): void {
  keep(answers, keyOf(query), { version, histograms });
  keep(latest, topicOf(query), histograms);
  if (query.at === null && query.range === null) noteSigns(histograms);
}

function noteSigns({ tag, series }: Histograms): void {
  const found = series.flatMap(({ run, warnings }) =>
    warnings.map((warning) => ({ ...warning, tag, run })),
  );
  const known = layerSigns.peek();
  if (found.length === 0 && !known.has(tag)) return;
  const next = new Map(known).set(tag, found);
  if (found.length === 0) next.delete(tag);
  layerSigns.value = next;
}

/** What an older answer about the tag holds of the runs asked for now. */
export function findPart(query: HistogramsQuery): Histograms | null {
  const older = latest.get(topicOf(query));
  if (older === undefined) return null;
  const asked = new Set(query.runs);
  const series = older.series.filter(({ run }) => asked.has(run));
  return series.length === 0 ? null : { ...older, series };
}

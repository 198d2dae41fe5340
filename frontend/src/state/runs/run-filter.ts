/** The filter of the run table: its text, in the address, and which runs it lets pass. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { Run } from "../../api/types";
import { compileFilter, type FilterMatch, type FilterValue } from "../../lib/filter/match-filter";
import { keysOf, parseFilter } from "../../lib/filter/parse-filter";
import { literalPattern } from "../../lib/filter/safe-regexp";
import { urlText } from "../address/url-state";
import { findColumn, hparamColumn, metricColumn, splitMetric } from "./run-columns";
import { hparamNames } from "./run-hparams";
import { areTagsSettled, followTagNames, type MetricStat, scalarTags } from "./run-metrics";
import { runName } from "./runs";

const WORDS: ReadonlyMap<string, string> = new Map([
  ["tag", "tags"],
  ["dir", "directory"],
  ["span", "duration"],
]);

const NAMES: ReadonlyMap<string, (run: Run) => FilterValue> = new Map<
  string,
  (run: Run) => FilterValue
>([
  ["name", ({ id, name }: Run) => [runName(id), name]],
  ["run", ({ id, name }: Run) => [runName(id), name]],
  ["path", ({ path }: Run) => path],
]);

/** Names in lower case, to what they are written like; `lr` finds `LR` where no other is `lr`. */
const hparamByWord: ReadonlySignal<ReadonlyMap<string, string>> = computed(() => {
  const { differing, same } = hparamNames.value;
  const names = [...differing, ...same];
  return new Map([
    ...names.map((name) => [name.toLowerCase(), name] as const),
    ...names.map((name) => [name, name] as const),
  ]);
});

/** Tags by themselves, and by their last parts where only one tag has that. */
const tagByWord: ReadonlySignal<ReadonlyMap<string, string>> = computed(() => {
  const words = new Map<string, string>();
  const several = new Set<string>();
  for (const { tag } of scalarTags.value ?? []) {
    const word = tag.slice(tag.lastIndexOf("/") + 1);
    if (words.has(word)) several.add(word);
    words.set(word, tag);
  }
  for (const word of several) words.delete(word);
  for (const { tag } of scalarTags.value ?? []) words.set(tag, tag);
  return words;
});

/** The tag that a key of a filter means, if it means one. */
function tagOfKey(key: string): { readonly tag: string; readonly stat: MetricStat } | undefined {
  const whole = tagByWord.value.get(key);
  if (whole !== undefined) return { tag: whole, stat: "last" };
  const { tag, stat } = splitMetric(key);
  const known = tagByWord.value.get(tag);
  return known === undefined ? undefined : { tag: known, stat };
}

/** What a key of a filter that is no tag reads. */
function valueOfKey(key: string): ((run: Run) => FilterValue) | undefined {
  const word = key.toLowerCase();
  const name = NAMES.get(word);
  if (name !== undefined) return name;
  const hparam = hparamByWord.value.get(key) ?? hparamByWord.value.get(word);
  if (hparam !== undefined && findColumn(word) === undefined) return hparamColumn(hparam).valueOf;
  return (findColumn(key) ?? findColumn(WORDS.get(word) ?? word))?.valueOf;
}

export const filterText = urlText("filter");
const query = computed(() => parseFilter(filterText.value));

/** The tags that the filter compares. */
export const filterTags: ReadonlySignal<readonly string[]> = computed(() => {
  const keys = keysOf(query.value.node).filter((key) => valueOfKey(key) === undefined);
  return keys.flatMap((key) => tagOfKey(key)?.tag ?? []);
});

/** The keys that the filter compares, in lower case. */
export const filterKeys: ReadonlySignal<readonly string[]> = computed(() =>
  keysOf(query.value.node).map((key) => key.toLowerCase()),
);

effect(() => {
  const isPlain = keysOf(query.value.node).every((key) => valueOfKey(key) !== undefined);
  if (!isPlain) followTagNames();
});

function resolveKey(key: string): ReturnType<typeof valueOfKey> {
  const value = valueOfKey(key);
  if (value !== undefined) return value;
  const metric = tagOfKey(key);
  if (metric !== undefined) return metricColumn(metric.tag, metric.stat).valueOf;
  return areTagsSettled.value ? undefined : () => null;
}

/** Both names, so that a run is found by the one that its author gave it too. */
function textOf({ id, name }: Run): string {
  const shown = runName(id);
  return shown === name ? name : `${shown}\n${name}`;
}

/** Which runs pass the filter, or what is wrong with it. */
export const runFilter: ReadonlySignal<FilterMatch<Run>> = computed(() => {
  const { node, error } = query.value;
  if (error !== null) return { matches: () => true, error };
  return compileFilter(node, textOf, resolveKey);
});

/** The filter as a rule that later runs can join, if it filters by names alone. */
export const filterRule: ReadonlySignal<string | null> = computed(() => {
  const { node } = query.value;
  if (node?.kind === "pattern") return node.pattern.source;
  return node?.kind === "text" ? literalPattern(node.text) : null;
});

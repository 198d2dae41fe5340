/** The models of all runs, requested for as long as a column, groups or the filter need them. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { getModels } from "../../api/resources";
import type { Models } from "../../api/types";
import { graphsVersion, listVersion } from "../server/connection";
import { liveQuery, useLive } from "../server/live-query";
import { type RunModel, runModels } from "./run-models";
import { experimentOf, runName, runs } from "./runs";

/** The pause between polls while graphs are being read: the server delays its answer a little. */
const READING_MS = 200;
const HASH_DIGITS = 7;

const query = liveQuery(getModels, {
  isAtRest: true,
  version: computed(() => {
    const version = graphsVersion([]);
    return version && `${version} ${listVersion.value}`;
  }),
});

/** Keeps the models current while they are needed. */
export function followModels(areNeeded: ReadonlySignal<boolean>): void {
  effect(() => (areNeeded.value ? query.follow() : undefined));
}

/** Keeps the models current while the component is on the page. */
export function useModels(): void {
  useLive(query);
}

effect(() => {
  const isReading = query.data.value?.reading === true && query.error.value === null;
  if (!query.enabled.value || !isReading) return undefined;
  // Several answers in a row may say the same.
  const timer = setInterval(() => query.retry(), READING_MS);
  return () => clearInterval(timer);
});

interface NamedRun {
  readonly id: string;
  readonly name: string;
}

/**
 * The model of each run, by a name that no other model has. A run without a graph has that of its
 * experiment: often only one of its phases logs it.
 */
export function modelsOf(
  { models }: Pick<Models, "models">,
  all: readonly NamedRun[],
  experimentName: (run: string) => string,
  shownName: (id: string) => string,
): ReadonlyMap<string, RunModel> {
  const known = models.filter(({ hash }) => hash !== null && hash !== "");
  const own = new Map(known.map((model) => [model.run, model]));
  const names = new Map<string, string>();
  const ofExperiment = new Map<string, RunModel>();
  const found = new Map<string, RunModel>();
  for (const { id, name } of all) {
    const model = own.get(id);
    if (!model?.hash) continue;
    if (!names.has(model.hash)) {
      names.set(model.hash, freeName(shownName(id), name, model.hash, [...names.values()]));
    }
    const named = { hash: model.hash, name: names.get(model.hash) ?? name, graph: model.graph };
    found.set(id, named);
    const experiment = experimentName(name);
    if (!ofExperiment.has(experiment)) ofExperiment.set(experiment, named);
  }
  for (const { id, name } of all) {
    const model = ofExperiment.get(experimentName(name));
    if (model !== undefined && !found.has(id)) found.set(id, model);
  }
  return found;
}

/** The name of a run on the page or in the log, with a hash if both are used. */
function freeName(shown: string, name: string, hash: string, used: readonly string[]): string {
  if (!used.includes(shown)) return shown;
  return used.includes(name) ? `${name}-${hash.slice(0, HASH_DIGITS)}` : name;
}

effect(() => {
  const answer = query.data.value;
  if (answer === null) return;
  runModels.value = modelsOf(answer, runs.value, (name) => experimentOf(name).name, runName);
});

/** From the model of a run to the graph tab, beside the model that it is compared with. */
import type { Run } from "../../../api/types";
import { parseQuery, printQuery, type Query, withValues } from "../../../lib/browser/query-string";
import { showView, viewSearch } from "../../../state/address/url-state";
import { boot } from "../../../state/base/boot";
import { type RunModel, runModels } from "../../../state/runs/run-models";
import { baseline, runs } from "../../../state/runs/runs";

/** What the address has of one graph: nothing of it is meant for another one. */
const OF_ONE_GRAPH = [
  "open",
  "closed",
  "node",
  "edge",
  "camera",
  "find",
  "trace",
  "trace_of",
  "trace_to",
  "hot_spots_in",
  "against_show",
  "against_list",
];

export interface ComparableModel {
  readonly model: RunModel;
  /** Null where all runs have the same model. */
  readonly other: RunModel | null;
}

/** The model of a row's runs; null where they have none, or it is not known yet. */
export function modelOf(of: readonly Pick<Run, "id">[]): RunModel | null {
  return of.map(({ id }) => runModels.value.get(id)).find((model) => model !== undefined) ?? null;
}

/**
 * The model of some runs, and what it is compared with: the model of the baseline, else the last
 * other one before these runs, else the next one.
 */
export function comparableModel(of: readonly Pick<Run, "id">[]): ComparableModel | null {
  const model = modelOf(of);
  if (model === null) return null;
  const isOther = (one: RunModel | null): one is RunModel =>
    one !== null && one.hash !== model.hash;
  const ofBaseline = baseline.value === null ? null : modelOf([baseline.value]);
  // A report has the graphs of its runs, and no comparison of any two.
  if (boot.report !== null) return { model, other: null };
  if (isOther(ofBaseline)) return { model, other: ofBaseline };
  const all = runs.value;
  const at = all.findIndex(({ id }) => id === of[0]?.id);
  const before = all.slice(0, at).reverse();
  for (const run of [...before, ...all.slice(at)]) {
    const other = modelOf([run]);
    if (isOther(other)) return { model, other };
  }
  return { model, other: null };
}

/** Opens the graph tab with a model, and what differs from the other one. */
export function showModels(model: RunModel, other: RunModel | null): void {
  let query: Query = parseQuery(viewSearch());
  for (const key of OF_ONE_GRAPH) query = withValues(query, key, []);
  query = withValues(query, "tab", ["graph"]);
  query = withValues(query, "graph", [model.graph]);
  query = withValues(query, "against", other === null ? [] : [other.graph]);
  showView(printQuery(query).slice(1));
}

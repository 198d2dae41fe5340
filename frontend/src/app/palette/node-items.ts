/** Nodes of the graph that is chosen, or else shown first: the server searches it for what was typed. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { searchGraph } from "../../api/graph-questions";
import { getGraphs } from "../../api/resources";
import type { GraphMatch, GraphMatches } from "../../api/types";
import {
  parseQuery,
  printQuery,
  type Query,
  valuesOf,
  withValues,
} from "../../lib/browser/query-string";
import { showView, urlText, viewSearch } from "../../state/address/url-state";
import { firstGraph } from "../../state/graphs/default-graph";
import { graphsVersion } from "../../state/server/connection";
import { LatestQuery } from "../../state/server/latest-query";
import { QueryCache } from "../../state/server/query-cache";
import type { PaletteItem } from "./palette-items";

/** A letter finds nearly all. */
const MIN_CHARACTERS = 2;
const TYPING_MS = 150;

interface Found {
  readonly graph: string;
  readonly matches: GraphMatches;
}

const chosen = urlText("graph");

interface NodeQuery {
  readonly typed: string;
  readonly most: number;
}

const MAX_IDLE = 50;

/** What was found, or null where there is no graph; it may be another one by the next time. */
const foundNodes = new QueryCache<NodeQuery, { readonly found: Found | null }>({
  fetch: async ({ typed, most }, signal) => ({ found: await find(typed, most, signal) }),
  version: () => `${graphsVersion([])} ${chosen.value}`,
  isRetried: false,
  maxIdle: MAX_IDLE,
});

const latest = new LatestQuery(foundNodes);

async function find(typed: string, most: number, stop: AbortSignal): Promise<Found | null> {
  const { graphs } = await getGraphs(stop);
  const graph = graphs.find(({ id }) => id === chosen.peek()) ?? firstGraph(graphs);
  if (graph === undefined) return null;
  const query = { q: typed, offset: 0, limit: most };
  return { graph: graph.id, matches: await searchGraph(graph.id, query, stop) };
}

export function requestNodes(typed: string, most: number): void {
  if (typed.trim().length < MIN_CHARACTERS) latest.clear();
  else latest.show({ typed: typed.trim(), most }, TYPING_MS);
}

/** Shows the graph with the node selected and the scopes around it open. */
function showNode(graph: string, { node, scopes }: GraphMatch): void {
  const before = parseQuery(viewSearch());
  const isSame = valuesOf(before, "graph")[0] === graph || chosen.peek() === "";
  const open = isSame ? [...new Set([...valuesOf(before, "open"), ...scopes])] : scopes;
  const wanted: Query = [
    ["tab", "graph"],
    ["graph", chosen.peek() === "" ? "" : graph],
  ];
  let query: Query = before;
  for (const [key, value] of wanted) query = withValues(query, key, value === "" ? [] : [value]);
  const closed = isSame ? valuesOf(before, "closed").filter((name) => !scopes.includes(name)) : [];
  query = withValues(withValues(query, "open", open), "closed", closed);
  query = withValues(query, "node", [node]);
  showView(printQuery(withValues(query, "camera", [])).slice(1));
}

export const nodeItems: ReadonlySignal<{ items: readonly PaletteItem[]; total: number }> = computed(
  () => {
    const found = latest.state.value.data?.found ?? null;
    if (found === null) return { items: [], total: 0 };
    const items = found.matches.matches.map((match) => ({
      text: match.name,
      hint: match.op || match.kind,
      run: () => showNode(found.graph, match),
    }));
    return { items, total: found.matches.total };
  },
);

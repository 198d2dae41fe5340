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
import { LatestAnswer } from "../../state/server/latest-query";
import { firstGraph } from "../../state/tags/default-graph";
import type { PaletteItem } from "./palette-items";

/** A letter finds nearly all. */
const MIN_CHARACTERS = 2;
const TYPING_MS = 150;

interface Found {
  readonly graph: string;
  readonly matches: GraphMatches;
}

const chosen = urlText("graph");
const answer = new LatestAnswer<Found | null>();

async function find(typed: string, most: number, stop: AbortSignal): Promise<Found | null> {
  const { graphs } = await getGraphs(stop);
  const graph = graphs.find(({ id }) => id === chosen.peek()) ?? firstGraph(graphs);
  if (graph === undefined) return null;
  const query = { q: typed, offset: 0, limit: most };
  return { graph: graph.id, matches: await searchGraph(graph.id, query, stop) };
}

export function askForNodes(typed: string, most: number): void {
  if (typed.trim().length < MIN_CHARACTERS) answer.clear();
  else answer.ask(typed, (stop) => find(typed.trim(), most, stop), TYPING_MS);
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
  query = withValues(withValues(query, "open", open), "node", [node]);
  showView(printQuery(withValues(query, "camera", [])).slice(1));
}

export const nodeItems: ReadonlySignal<{ items: readonly PaletteItem[]; total: number }> = computed(
  () => {
    const found = answer.now.value.data;
    if (found === null) return { items: [], total: 0 };
    const items = found.matches.matches.map((match) => ({
      text: match.name,
      hint: match.op || match.kind,
      run: () => showNode(found.graph, match),
    }));
    return { items, total: found.matches.total };
  },
);

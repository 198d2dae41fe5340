/** Requests and lays out the first drawing before the tab is opened. */
import { effect } from "@preact/signals";
import type { Graph } from "../../api/types";
import { firstGraph } from "../../state/graphs/default-graph";
import { graphList } from "../../state/graphs/graph-list";
import { runsLoaded } from "../../state/runs/runs";
import { addressOptions } from "./options/address-options";
import type { GraphOptions } from "./options/graph-options";
import { pageServices } from "./page-services";
import { layoutSubject } from "./scene/layout-request";
import { graphKey, nextDisplayed } from "./session/displayed-graph";
import { GraphScopes } from "./session/graph-scopes";
import type { GraphServices } from "./session/graph-services";
import { drawnNodes, layoutInputOf } from "./visible/layout-input";
import { visibleGraph } from "./visible/visible-graph";

/** A first drawing of more nodes is laid out when it is wanted. */
const MAX_PREFETCHED = 1_500;

/** Prepares the first drawing, whether the tab is being opened or may be later. */
export function prepareGraphTab(): void {
  const { workers } = pageServices;
  const graphs = graphList();
  const options = addressOptions();
  workers.warm();
  let isReady = false;
  const stop = effect(() => {
    const answer = graphs.data.value;
    if (isReady || answer === null || answer.reading || !runsLoaded.value) return;
    isReady = true;
    const graph = nextDisplayed(
      undefined,
      answer.graphs,
      options.chosenGraph.peek(),
      firstGraph,
    )?.graph;
    const isCompared = options.comparison.against.peek() !== "";
    if (graph !== undefined && graph.nodes > 0 && !isCompared) {
      void layOutFirst(graph, options, pageServices);
    }
    graphs.rest();
    queueMicrotask(() => stop());
  });
}

/** The engine then has the first drawing of a graph in its cache. */
async function layOutFirst(
  graph: Graph,
  options: GraphOptions,
  { scopes: store, workers, measure, canvasShape }: GraphServices,
): Promise<void> {
  const scopes = new GraphScopes(store, graphKey(graph), options);
  await scopes.requestFirst();
  const opened = new Set(scopes.expansion.opened.peek());
  const top = visibleGraph((name) => scopes.find(name), opened)?.top;
  const service = workers.spare;
  if (top === undefined || service === undefined) return;
  const [kinds, style] = [options.hiddenKinds.kinds.peek(), options.layout.style.peek()];
  const canvas = options.camera.canvasOf(graph.id) ?? canvasShape();
  const atFirst = new Set(scopes.expansion.first.peek());
  const first = visibleGraph((name) => scopes.find(name), atFirst)?.top;
  const drawing = layoutInputOf(top, kinds, style, canvas, first);
  if (drawnNodes(drawing) > MAX_PREFETCHED) return;
  const { request } = layoutSubject(drawing.top, measure, style, canvas, drawing.first);
  // Why it fails is shown by the session that draws it.
  await service.layOut(request, { priority: "ahead" }).catch(() => undefined);
}

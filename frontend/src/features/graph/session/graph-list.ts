/** Which graphs there are; asked for as soon as the code of the tab is there. */
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getGraphs } from "../../../api/resources";
import { runsLoaded } from "../../../state/runs/runs";
import { liveQuery, useEnabled } from "../../../state/server/live-query";
import { firstGraph } from "../../../state/tags/default-graph";
import { spareLayoutService, warmLayoutWorker } from "../layout/worker/spare-worker";
import { chosenGraph } from "../options/expansion";
import { measureText } from "../render/text-metrics";
import { layoutSubject } from "../scene/layout-request";
import { drawnNodes } from "../visible/layout-input";
import { follow, graphKey } from "./displayed-graph";
import { askForScopes, firstDrawing } from "./graph-session";

/** How soon to ask again while graphs are being read: the server waits a little with its answer. */
const READING_MS = 100;

/** A first drawing of more nodes is laid out when it is wanted. */
const MAX_PREFETCHED = 1_500;

export const graphs = liveQuery(getGraphs);
let isOpen = false;

effect(() => {
  if (!graphs.enabled.value || graphs.data.value?.reading !== true) return undefined;
  const timer = setTimeout(graphs.retry, READING_MS);
  return () => clearTimeout(timer);
});

/** Keeps the list current while the tab is open, and the next opening quick. */
export function useGraphs(): void {
  useEnabled(graphs);
  useEffect(() => {
    isOpen = true;
    return () => {
      isOpen = false;
      warmLayoutWorker();
    };
  }, []);
}

/** Gets what the first drawing needs, whether the tab is being opened or may be later. */
export function prepareGraphTab(): void {
  warmLayoutWorker();
  let isReady = false;
  const stop = effect(() => {
    const answer = graphs.data.value;
    if (isReady || answer === null || answer.reading || !runsLoaded.value) return;
    isReady = true;
    const graph = follow(undefined, answer.graphs, chosenGraph.peek(), firstGraph)?.graph;
    if (graph !== undefined && graph.nodes > 0) void layOutFirst(graphKey(graph));
    if (!isOpen) graphs.enabled.value = false;
    queueMicrotask(() => stop());
  });
}

/** Has the engine know the first drawing of a graph by the time that somebody asks for it. */
async function layOutFirst(graph: string): Promise<void> {
  await askForScopes(graph);
  const drawing = firstDrawing(graph);
  const service = spareLayoutService();
  if (drawing === undefined || service === undefined || drawnNodes(drawing) > MAX_PREFETCHED)
    return;
  const { request } = layoutSubject(drawing.top, measureText, drawing.style);
  // Whoever draws it is told why it fails.
  await service.layOut(request, { priority: "ahead" }).catch(() => undefined);
}

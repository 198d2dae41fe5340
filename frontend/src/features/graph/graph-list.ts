/** Which graphs there are; asked for as soon as the code of the tab is there. */
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getGraphs } from "../../api/resources";
import { firstGraph } from "../../state/first-graph";
import { followGeneration, useShown } from "../../state/resource";
import { runsLoaded } from "../../state/runs";
import { chosenGraph } from "./expansion";
import { follow, graphKey } from "./followed-graph";
import { askForScopes } from "./graph-view";
import { warmLayoutWorker } from "./layout-worker";

/** How soon to ask again while graphs are being read: the server waits a little with its answer. */
const READING_MS = 100;

export const graphs = followGeneration(getGraphs);
let isOpen = false;

effect(() => {
  if (!graphs.isShown.value || graphs.data.value?.reading !== true) return undefined;
  const timer = setTimeout(graphs.retry, READING_MS);
  return () => clearTimeout(timer);
});

/** Keeps the list current while the tab is open, and the next opening quick. */
export function useGraphs(): void {
  useShown(graphs);
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
    if (graph !== undefined && graph.nodes > 0) askForScopes(graphKey(graph));
    if (!isOpen) graphs.isShown.value = false;
    queueMicrotask(() => stop());
  });
}

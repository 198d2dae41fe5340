/** Makes ready what is likely opened next: a scope that is pointed at, else the selected one. */
import { effect } from "@preact/signals";
import { selectedNode } from "./expansion";
import type { GraphView } from "./graph-view";
import { hoveredNode } from "./pointed-node";

/** A pointer that is on its way across does not rest so long. */
const REST_MS = 80;

export function followLikely(view: GraphView): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const likely = likelyNext();
    const isIdle = view.stage.value.stage === "ready";
    clearTimeout(timer);
    if (!isIdle || likely === "") return;
    const isLikely = (): boolean => likelyNext() === likely;
    timer = setTimeout(() => void view.makeReady(likely, isLikely), REST_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function likelyNext(): string {
  return hoveredNode.value || selectedNode.value;
}

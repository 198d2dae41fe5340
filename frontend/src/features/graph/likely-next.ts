/** Makes ready what is likely opened next: a scope that is pointed at, else the selected one. */
import { effect } from "@preact/signals";
import { selectedNode } from "./expansion";
import type { GraphView } from "./graph-view";
import { hoveredNode } from "./pointed-node";

/** A pointer that is on its way across does not rest so long. */
const REST_MS = 80;
/** Nor does what is walked past with a key that is held down stay selected so long. */
const CHOSEN_MS = 40;

export function followLikely(view: GraphView): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const likely = likelyNext();
    const isIdle = view.stage.value.stage === "ready";
    clearTimeout(timer);
    if (!isIdle || likely === "") return;
    const isLikely = (): boolean => likelyNext() === likely;
    const rest = likely === selectedNode.value ? CHOSEN_MS : REST_MS;
    timer = setTimeout(() => void view.makeReady(likely, isLikely), rest);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

function likelyNext(): string {
  return hoveredNode.value || selectedNode.value;
}

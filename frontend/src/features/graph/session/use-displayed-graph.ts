/**
 * Brings a graph to the page: what was kept of it, and its drawing. A newer one of the same place
 * is made ready beside the one on show, and takes its place when it is drawn: nothing goes blank,
 * what is open, chosen and looked at stays, and so do the focus and the panels.
 */
import { batch, effect, type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Graph } from "../../../api/types";
import { counted } from "../../../lib/format/number";
import { say } from "../../../state/base/toasts";
import { followChosen } from "../options/expansion";
import { measureText } from "../render/text-metrics";
import { clearAnchor } from "./anchor";
import { graphKey } from "./displayed-graph";
import { askForScopes, GraphView } from "./graph-session";
import { graphTitle } from "./graph-title";
import { GraphMemory } from "./option-sync";

const TOLD_MS = 6000;

export class ShownGraph {
  readonly memory: GraphMemory;
  private made: GraphView | undefined;

  constructor(readonly graph: Graph) {
    this.memory = new GraphMemory(graph);
  }

  /** Made when it is first wanted: what is kept says what to open. */
  get view(): GraphView {
    this.made ??= new GraphView(graphKey(this.graph), measureText);
    return this.made;
  }

  dispose(): void {
    this.memory.dispose();
    this.made?.dispose();
  }
}

/** The graph on show; null until it can be shown for the first time. */
export function useShownGraph(graph: Graph): ReadonlySignal<ShownGraph | null> {
  const shown = useSignal<ShownGraph | null>(null);
  useEffect(() => {
    const next = new ShownGraph(graph);
    let isWanted = true;
    const show = (): void => {
      if (!isWanted) return;
      const before = shown.peek();
      batch(() => {
        if (before !== null) succeed(before, next);
        shown.value = next;
      });
      before?.dispose();
    };
    void makeReady(next, shown.peek() === null).then(show);
    return () => {
      isWanted = false;
      if (shown.peek() !== next) next.dispose();
    };
  }, [graphKey(graph)]);
  useEffect(() => () => shown.peek()?.dispose(), [shown]);
  return shown;
}

async function makeReady(next: ShownGraph, isFirst: boolean): Promise<void> {
  if (isFirst) {
    void askForScopes(graphKey(next.graph));
    await next.memory.recall();
  } else await Promise.all([next.memory.compare(), drawn(next.view)]);
}

/** Lets a newer graph take the place of the one on show. */
function succeed(before: ShownGraph, { graph, memory }: ShownGraph): void {
  // What is left out now is left out for the newer graph alone.
  before.memory.dispose();
  clearAnchor();
  followChosen(before.graph.id, graph.id);
  memory.takeOver();
  if (graph.fingerprint !== before.graph.fingerprint) say(newsText(graph, memory), TOLD_MS);
}

function newsText(graph: Graph, { unmatched }: GraphMemory): string {
  const news = `${graphTitle(graph)} has written a newer graph.`;
  const lost = unmatched.peek().length;
  if (lost === 0) return news;
  const find = lost === 1 ? "finds" : "find";
  return `${news} ${counted(lost, "choice")} ${find} no node in it; the panel lists what.`;
}

/** Waits for the first drawing of a graph, or until it cannot be had. */
function drawn(view: GraphView): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (view.scene.value === null && view.stage.value.stage !== "failed") return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

/**
 * Brings a graph to the page: what was kept of it, and its drawing. A newer one of the same place
 * is made ready beside the one on show, and takes its place when it is drawn: nothing goes blank,
 * what is open, chosen and looked at stays, and so do the focus and the panels.
 */
import { batch, effect, type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Graph } from "../../../api/types";
import { showToast } from "../../../state/base/toasts";
import { newerGraph } from "../messages";
import type { GraphOptions } from "../options/graph-options";
import { graphKey } from "./displayed-graph";
import { GraphScopes } from "./graph-scopes";
import type { GraphServices } from "./graph-services";
import { GraphSession } from "./graph-session";
import { graphTitle } from "./graph-title";
import { GraphMemory } from "./option-sync";

const TOLD_MS = 6000;

export class ShownGraph {
  readonly memory: GraphMemory;
  private made: GraphSession | undefined;

  constructor(
    readonly graph: Graph,
    private readonly options: GraphOptions,
    private readonly services: GraphServices,
  ) {
    this.memory = new GraphMemory(graph, options, services);
  }

  /** Constructed on first use: the saved options say what to open. */
  get session(): GraphSession {
    this.made ??= new GraphSession(this.graph, this.options, this.services);
    return this.made;
  }

  /** Requests what the first drawing needs before the saved options are read. */
  prefetch(): void {
    const { graph, options, services } = this;
    void new GraphScopes(services.scopes, graphKey(graph), options).requestFirst();
  }

  /** Takes the place of an earlier graph of the same run and tag. */
  succeed(before: ShownGraph): void {
    // What is left out now is left out for the newer graph alone.
    before.memory.dispose();
    this.session.inherit(before.session);
    this.options.followGraph(before.graph.id, this.graph.id);
    this.memory.takeOver();
  }

  dispose(): void {
    this.memory.dispose();
    this.made?.dispose();
  }
}

/** The graph on show; null until it can be shown for the first time. */
export function useShownGraph(
  graph: Graph,
  options: GraphOptions,
  services: GraphServices,
): ReadonlySignal<ShownGraph | null> {
  const shown = useSignal<ShownGraph | null>(null);
  useEffect(() => {
    const next = new ShownGraph(graph, options, services);
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
    next.prefetch();
    await next.memory.recall();
  } else await Promise.all([next.memory.compare(), drawn(next.session)]);
}

function succeed(before: ShownGraph, next: ShownGraph): void {
  const { graph, memory } = next;
  next.succeed(before);
  if (graph.fingerprint !== before.graph.fingerprint)
    showToast(newerGraph(graphTitle(graph), memory.unmatched.peek().length), TOLD_MS);
}

/** Waits for the first drawing of a graph, or until it cannot be had. */
function drawn(session: GraphSession): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (session.scene.value === null && session.stage.value.stage !== "failed") return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

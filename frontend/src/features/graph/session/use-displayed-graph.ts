/**
 * Shows a graph on the page: restores its saved options, and draws it. A newer graph of the same
 * origin is prepared beside the displayed one, and replaces it when it is drawn: the page is never
 * blank, and the open scopes, the selection, the camera, the focus and the panels stay.
 */
import { batch, effect, type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GraphOptions } from "../options/graph-options";
import { changeCode } from "../viewport/change-code";
import { graphKey, orderingKey, ownId, type ShownGraph } from "./displayed-graph";
import { GraphScopes } from "./graph-scopes";
import type { GraphServices } from "./graph-services";
import { GraphSession } from "./graph-session";
import { OptionSync } from "./option-sync";

export class GraphOnPage {
  readonly sync: OptionSync;
  private made: GraphSession | undefined;

  constructor(
    readonly graph: ShownGraph,
    private readonly options: GraphOptions,
    private readonly services: GraphServices,
    private readonly before?: GraphOnPage,
  ) {
    this.sync = new OptionSync(graph, options, services);
  }

  /** Constructed on first use: the saved options showToast what to open. */
  get session(): GraphSession {
    this.made ??= new GraphSession(
      this.graph,
      this.options,
      this.services,
      this.before?.session.canvas,
    );
    return this.made;
  }

  /** Requests what the first drawing needs before the saved options are read. */
  prefetch(): void {
    const { graph, options, services } = this;
    const key = graphKey(graph);
    void new GraphScopes(services.scopes, key, options, orderingKey(graph)).requestFirst();
  }

  /** Replaces an earlier graph of the same run and tag. */
  replaceGraph(before: GraphOnPage): void {
    // What is left out now is left out for the newer graph alone.
    before.sync.dispose();
    this.session.inherit(before.session);
    this.options.followGraph(ownId(before.graph.id), ownId(this.graph.id));
    this.sync.inherit();
  }

  dispose(): void {
    this.sync.dispose();
    this.made?.dispose();
  }
}

/** The graph on show; null until it can be shown for the first time. */
export function useDisplayedGraph(
  graph: ShownGraph,
  options: GraphOptions,
  services: GraphServices,
): ReadonlySignal<GraphOnPage | null> {
  const shown = useSignal<GraphOnPage | null>(null);
  useEffect(() => {
    const next = new GraphOnPage(graph, options, services, shown.peek() ?? undefined);
    let isCurrent = true;
    const show = (): void => {
      if (!isCurrent) return;
      const before = shown.peek();
      batch(() => {
        if (before !== null) replaceGraph(before, next);
        shown.value = next;
      });
      before?.dispose();
    };
    void prepare(next, shown.peek() === null).then(show);
    return () => {
      isCurrent = false;
      if (shown.peek() !== next) next.dispose();
    };
  }, [graphKey(graph)]);
  useEffect(() => () => shown.peek()?.dispose(), [shown]);
  return shown;
}

async function prepare(next: GraphOnPage, isFirst: boolean): Promise<void> {
  if (isFirst) {
    next.prefetch();
    await next.sync.restore();
  }
  if (next.graph.before) {
    // Where it cannot be had now, the drawing comes without signs.
    await changeCode.load()?.catch(() => {});
    next.session.compare.value = changeCode.module.peek()?.comparedScene ?? null;
  }
  if (!isFirst) await Promise.all([next.sync.diff(), drawn(next.session)]);
}

function replaceGraph(before: GraphOnPage, next: GraphOnPage): void {
  const { graph, sync } = next;
  next.replaceGraph(before);
  if (graph.fingerprint === before.graph.fingerprint) return;
  import("../late/newer-graph")
    .then((code) => code.showNewerGraph(graph, sync.staleOptions.peek().length))
    .catch(() => undefined);
}

/** Waits for the first drawing of a graph, or until it cannot be had. */
function drawn(session: GraphSession): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (session.scene.value === null && session.status.value.phase !== "failed") return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

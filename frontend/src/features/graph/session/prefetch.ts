/**
 * Prefetches the scopes that are likely opened next, while the page is idle: the one under the
 * pointer, else the selected one; then those in view and near it, unless the browser saves data.
 */
import { effect, type ReadonlySignal } from "@preact/signals";
import { prefersReducedData } from "../../../lib/browser/save-data";
import { visibleWorld } from "../scene/camera";
import { prefetchCandidates } from "../scene/prefetch-candidates";
import { prefetchView, type Viewport } from "../viewport/viewport";
import type { GraphSession } from "./graph-session";

/** A pointer that is on its way across does not rest so long. */
const REST_MS = 80;
/** Nor does what is walked past with a key that is held down stay selected so long. */
const CHOSEN_MS = 40;
/** What moves has come to rest by then: opening takes 250 ms. */
const CALM_MS = 300;

/** The limit of nodes in a prefetched layout. */
const MAX_DRAWN_LIKELY = 8_000;
/** And of one that is only near: making it takes no frame from what the viewer does. */
const MAX_DRAWN_NEAR = 1_500;

export function startPrefetching(
  session: GraphSession,
  viewport: ReadonlySignal<Viewport | null>,
): () => void {
  prefetchView();
  let cancel = (): void => {};
  const stop = effect(() => {
    const likely = likelyNext(session);
    const isIdle = session.status.value.phase === "ready";
    viewport.value?.camera.value;
    session.visible.value;
    cancel();
    if (isIdle) cancel = prefetchInTurn(session, viewport, likely);
  });
  return () => {
    stop();
    cancel();
  };
}

/** Makes the likely one and then the near ones ready, until it is stopped. */
function prefetchInTurn(
  session: GraphSession,
  viewport: ReadonlySignal<Viewport | null>,
  likely: string,
): () => void {
  let isActive = true;
  const isCurrent = (): boolean => isActive;
  const prefetchSoon = (): void => void prefetchNear(session, viewport.peek(), isCurrent);
  let timer = setTimeout(
    async () => {
      if (likely !== "") await session.prefetch(likely, MAX_DRAWN_LIKELY, isCurrent);
      if (isActive && !prefersReducedData()) timer = setTimeout(prefetchSoon, CALM_MS);
    },
    likely === session.options.selectedNode.peek() ? CHOSEN_MS : REST_MS,
  );
  return () => {
    isActive = false;
    clearTimeout(timer);
  };
}

async function prefetchNear(
  session: GraphSession,
  viewport: Viewport | null,
  isWanted: () => boolean,
): Promise<void> {
  const scene = viewport?.shown;
  if (viewport === null || scene === undefined) return;
  const area = visibleWorld(viewport.camera.peek(), viewport.viewSize.peek());
  for (const name of prefetchCandidates(scene, area)) {
    if (isWanted()) await session.prefetch(name, MAX_DRAWN_NEAR, isWanted);
  }
}

function likelyNext({ hover, options }: GraphSession): string {
  return hover.node.value || options.selectedNode.value;
}

/**
 * Makes ready what is likely opened next, while nobody waits: a scope that is pointed at, else the
 * selected one; then those in view and near it, unless the browser is to save data.
 */
import { effect, type ReadonlySignal } from "@preact/signals";
import { prefersReducedData } from "../../../lib/browser/save-data";
import { visibleWorld } from "../scene/camera";
import { nearScopes } from "../scene/prefetch-candidates";
import type { Stage } from "../viewport/viewport";
import type { GraphSession } from "./graph-session";

/** A pointer that is on its way across does not rest so long. */
const REST_MS = 80;
/** Nor does what is walked past with a key that is held down stay selected so long. */
const CHOSEN_MS = 40;
/** What moves has come to rest by then: opening takes 250 ms. */
const CALM_MS = 300;

/** Nodes in a drawing that is made ahead of one that a viewer seems to turn to. */
const MAX_DRAWN_LIKELY = 8_000;
/** And of one that is only near: making it takes no frame from what the viewer does. */
const MAX_DRAWN_NEAR = 1_500;

export function followLikely(
  session: GraphSession,
  stage: ReadonlySignal<Stage | null>,
): () => void {
  let stopMaking = (): void => {};
  const stop = effect(() => {
    const likely = likelyNext(session);
    const isIdle = session.stage.value.stage === "ready";
    stage.value?.camera.value;
    session.visible.value;
    stopMaking();
    if (isIdle) stopMaking = makeInTurn(session, stage, likely);
  });
  return () => {
    stop();
    stopMaking();
  };
}

/** Makes the likely one and then the near ones ready, until it is stopped. */
function makeInTurn(
  session: GraphSession,
  stage: ReadonlySignal<Stage | null>,
  likely: string,
): () => void {
  let isWanted = true;
  const whileWanted = (): boolean => isWanted;
  const makeNear = (): void => void makeNearReady(session, stage.peek(), whileWanted);
  let timer = setTimeout(
    async () => {
      if (likely !== "") await session.makeReady(likely, MAX_DRAWN_LIKELY, whileWanted);
      if (isWanted && !prefersReducedData()) timer = setTimeout(makeNear, CALM_MS);
    },
    likely === session.options.selectedNode.peek() ? CHOSEN_MS : REST_MS,
  );
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

async function makeNearReady(
  session: GraphSession,
  stage: Stage | null,
  isWanted: () => boolean,
): Promise<void> {
  const scene = stage?.shown;
  if (stage === null || scene === undefined) return;
  const area = visibleWorld(stage.camera.peek(), stage.viewSize.peek());
  for (const name of nearScopes(scene, area)) {
    if (isWanted()) await session.makeReady(name, MAX_DRAWN_NEAR, isWanted);
  }
}

function likelyNext({ hover, options }: GraphSession): string {
  return hover.node.value || options.selectedNode.value;
}

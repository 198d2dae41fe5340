/** Back and forward through what was viewed of a graph, apart from the browser's own history. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { areOpened, openedScopes, selectedNode, showPlace } from "../options/expansion";
import type { Stage } from "../viewport/viewport";
import { clearAnchor } from "./anchor";
import type { GraphView } from "./graph-session";
import { EMPTY_TRAIL, type Place, stepped, type Trail, withVisit } from "./history-stack";

/** The viewer is somewhere when nothing has changed for this long. */
const SETTLED_MS = 400;

export class Viewed {
  readonly canGoBack: ReadonlySignal<boolean>;
  readonly canGoForward: ReadonlySignal<boolean>;
  private readonly trail = signal<Trail>(EMPTY_TRAIL);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stop: () => void;

  constructor(
    private readonly view: GraphView,
    private readonly stage: ReadonlySignal<Stage | null>,
  ) {
    this.canGoBack = computed(() => stepped(this.trail.value, -1) !== undefined);
    this.canGoForward = computed(() => stepped(this.trail.value, 1) !== undefined);
    this.stop = effect(() => this.waitUntilSettled());
  }

  dispose(): void {
    this.stop();
    clearTimeout(this.timer);
  }

  /** Shows the place before (-1) or after (1) this one; false when there is none. */
  go(by: -1 | 1): boolean {
    const stage = this.stage.peek();
    this.note();
    const trail = stepped(this.trail.peek(), by);
    if (stage === null || trail === undefined) return false;
    this.trail.value = trail;
    show(trail.places[trail.at], stage);
    return true;
  }

  private waitUntilSettled(): void {
    openedScopes.value;
    selectedNode.value;
    this.view.scene.value;
    this.stage.value?.camera.value;
    const isReady = this.view.stage.value.stage === "ready";
    clearTimeout(this.timer);
    // While a scope is on its way the camera belongs to the drawing without it.
    if (isReady) this.timer = setTimeout(() => this.note(), SETTLED_MS);
  }

  private note(): void {
    clearTimeout(this.timer);
    const stage = this.stage.peek();
    if (stage?.shown === undefined) return;
    const place: Place = {
      open: openedScopes.peek(),
      selected: selectedNode.peek(),
      camera: stage.camera.peek(),
      isFitted: stage.chosenCamera === undefined,
    };
    this.trail.value = withVisit(this.trail.peek(), place, stage.viewSize.peek());
  }
}

function show({ open, selected, camera, isFitted }: Place, stage: Stage): void {
  clearAnchor();
  stage.restore(isFitted ? undefined : camera, !areOpened(open));
  showPlace(open, selected);
}

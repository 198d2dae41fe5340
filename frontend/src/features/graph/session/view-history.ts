/** Back and forward through what was viewed of a graph, apart from the browser's own history. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Stage } from "../viewport/viewport";
import type { GraphSession } from "./graph-session";
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
    private readonly session: GraphSession,
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
    this.show(trail.places[trail.at], stage);
    return true;
  }

  private waitUntilSettled(): void {
    const { expansion, selectedNode } = this.session.options;
    expansion.opened.value;
    selectedNode.value;
    this.session.scene.value;
    this.stage.value?.camera.value;
    const isReady = this.session.stage.value.stage === "ready";
    clearTimeout(this.timer);
    // While a scope is on its way the camera belongs to the drawing without it.
    if (isReady) this.timer = setTimeout(() => this.note(), SETTLED_MS);
  }

  private note(): void {
    clearTimeout(this.timer);
    const stage = this.stage.peek();
    if (stage?.shown === undefined) return;
    const { expansion, selectedNode } = this.session.options;
    const place: Place = {
      open: expansion.opened.peek(),
      selected: selectedNode.peek(),
      camera: stage.camera.peek(),
      isFitted: stage.chosenCamera === undefined,
    };
    this.trail.value = withVisit(this.trail.peek(), place, stage.viewSize.peek());
  }

  private show({ open, selected, camera, isFitted }: Place, stage: Stage): void {
    const { options } = this.session;
    this.session.anchor = undefined;
    stage.restore(isFitted ? undefined : camera, !options.expansion.isExactly(open));
    options.show(open, selected);
  }
}

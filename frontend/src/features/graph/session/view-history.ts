/** Back and forward through what was viewed of a graph, apart from the browser's own history. */
import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Viewport } from "../viewport/viewport";
import type { GraphSession } from "./graph-session";
import {
  EMPTY_HISTORY,
  type HistoryStack,
  stepped,
  type ViewSnapshot,
  withVisit,
} from "./history-stack";

/** The viewer is somewhere when nothing has changed for this long. */
const DWELL_MS = 400;

export class ViewHistory {
  readonly canGoBack: ReadonlySignal<boolean>;
  readonly canGoForward: ReadonlySignal<boolean>;
  private readonly history = signal<HistoryStack>(EMPTY_HISTORY);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stop: () => void;

  constructor(
    private readonly session: GraphSession,
    private readonly viewport: ReadonlySignal<Viewport | null>,
  ) {
    this.canGoBack = computed(() => stepped(this.history.value, -1) !== undefined);
    this.canGoForward = computed(() => stepped(this.history.value, 1) !== undefined);
    this.stop = effect(() => this.waitForRest());
  }

  dispose(): void {
    this.stop();
    clearTimeout(this.timer);
  }

  /** Shows the snapshot before (-1) or after (1) this one; false when there is none. */
  go(by: -1 | 1): boolean {
    const viewport = this.viewport.peek();
    this.note();
    const history = stepped(this.history.peek(), by);
    if (viewport === null || history === undefined) return false;
    this.history.value = history;
    this.show(history.snapshots[history.at], viewport);
    return true;
  }

  private waitForRest(): void {
    const { expansion, options } = this.session;
    const { selectedNode } = options;
    expansion.opened.value;
    selectedNode.value;
    this.session.scene.value;
    this.viewport.value?.camera.value;
    const isReady = this.session.status.value.phase === "ready";
    clearTimeout(this.timer);
    // While a scope is on its way the camera belongs to the drawing without it.
    if (isReady) this.timer = setTimeout(() => this.note(), DWELL_MS);
  }

  private note(): void {
    clearTimeout(this.timer);
    const viewport = this.viewport.peek();
    if (viewport?.shown === undefined) return;
    const { expansion, options } = this.session;
    const { selectedNode } = options;
    const place: ViewSnapshot = {
      open: expansion.opened.peek(),
      selected: selectedNode.peek(),
      camera: viewport.camera.peek(),
      isFitted: viewport.chosenCamera === undefined,
    };
    this.history.value = withVisit(this.history.peek(), place, viewport.viewSize.peek());
  }

  private show({ open, selected, camera, isFitted }: ViewSnapshot, viewport: Viewport): void {
    const { expansion, options } = this.session;
    this.session.anchor = undefined;
    viewport.restore(isFitted ? undefined : camera, !expansion.isExactly(open));
    batch(() => {
      expansion.replace(open);
      options.select(selected);
    });
    options.commit();
  }
}

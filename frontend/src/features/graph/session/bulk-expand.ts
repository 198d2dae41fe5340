/**
 * Opens many scopes at once: requests them in batches, respects the bound, and reports the outcome.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import * as lateMessages from "../late/messages";
import { anchorBox } from "../scene/anchor-box";
import { isInView, visibleWorld } from "../scene/camera";
import type { Placing, Viewport } from "../viewport/viewport";
import type * as Plans from "./bulk-expand-plan";
import type { BulkExpandPlan, BulkExpandRequest } from "./bulk-expand-plan";
import type { GraphSession } from "./graph-session";

/**
 * How long a report of success is shown; others stay until dismissed. Long enough to reach the
 * button beside it.
 */
const TOAST_MS = 5_000;

export class BulkExpander {
  /** How far it has come; null when nothing is being opened. */
  readonly progress: ReadonlySignal<BulkExpandPlan | null>;
  /** The outcome in a sentence; empty when it has been shown long enough. */
  readonly outcome: ReadonlySignal<string>;
  /** Whether a part of the drawing is out of view; after an expansion that may be most of it. */
  readonly isCut = computed(() => this.computeCut());
  private readonly newest = signal<BulkExpandPlan | null>(null);
  private readonly message = signal("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the requests: a new one cancels those before. */
  private run = 0;

  constructor(
    private readonly session: GraphSession,
    private readonly viewport: ReadonlySignal<Viewport | null>,
  ) {
    this.progress = this.newest;
    this.outcome = this.message;
  }

  /** The drawing stays as it is; false when there is nothing to cancel. */
  cancel(): boolean {
    this.run++;
    const isRunning = this.newest.peek() !== null;
    this.newest.value = null;
    return isRunning;
  }

  dismiss(): void {
    clearTimeout(this.timer);
    this.message.value = "";
  }

  /** The camera shows what is opened as far as it can be read: here the viewer requests all of it. */
  showAll(): void {
    this.dismiss();
    this.viewport.peek()?.fit();
  }

  /** Shows the graph as it begins; what all viewers share of it stays. */
  startAfresh(): void {
    this.cancel();
    this.dismiss();
    const { expansion, options, status } = this.session;
    const isSceneComing = !expansion.isAsAtFirst();
    options.startAfresh();
    // The drawing of the first scopes is on its way, and opens like a first one.
    const isLate = isSceneComing || status.peek().phase === "loading";
    this.viewport.peek()?.startAfresh(isLate);
  }

  closeAll(): void {
    this.cancel();
    this.dismiss();
    if (this.viewport.peek()?.chosenCamera !== undefined) this.holdStill();
    this.session.expansion.closeAll();
  }

  /** Opens every scope down to a depth, 1 for those of the top level, and closes those below. */
  async toDepth(depth: number): Promise<void> {
    const plan = await this.planned(({ requestToDepth }) => requestToDepth(this.session, depth));
    if (plan === undefined) return;
    const held = this.findHeld();
    this.openAll(plan.open, held, "showExpanded");
  }

  /** Opens a scope and all below it; false when it cannot be opened. */
  allBelow(name: string): boolean {
    const { session } = this;
    if (session.findNode(name)?.expandable !== true) return false;
    let retained: readonly string[] = [];
    const wanted = this.planned(({ requestBelow }) => {
      const request = requestBelow(session, name);
      retained = request?.retained ?? [];
      return request;
    });
    void wanted.then((plan) => {
      if (plan === undefined) return;
      this.openAll([...retained, ...plan.open], name, "showOpened");
    });
    return true;
  }

  /** Opens these and no others; the camera turns to a node, once they are drawn. */
  private openAll(names: readonly string[], held: string | undefined, placing: Placing): void {
    const { expansion } = this.session;
    const viewport = this.viewport.peek();
    if (held !== undefined) {
      this.session.anchor = held;
      // Where nothing opens, no other drawing comes.
      if (expansion.isExactly(names)) viewport?.reveal(held, placing);
      else viewport?.revealNext(held, placing);
    }
    expansion.set(names);
  }

  /** The whole plan, or undefined when it was cancelled or failed, which is reported. */
  private async planned(
    requestOf: (plans: typeof Plans) => BulkExpandRequest | undefined,
  ): Promise<BulkExpandPlan | undefined> {
    this.cancel();
    this.dismiss();
    const run = this.run;
    let last: BulkExpandPlan | undefined;
    try {
      const plans = await import("./bulk-expand-plan");
      const request = requestOf(plans);
      if (request === undefined) return undefined;
      const load = (names: readonly string[]) => this.session.loadScopes(names);
      for await (const plan of plans.planBulkExpand(request, load)) {
        if (run !== this.run) return undefined;
        this.newest.value = last = plan;
      }
      if (run !== this.run) return undefined;
      this.newest.value = null;
      if (last !== undefined) this.report(plans.expandedText(last), last.left === 0);
      return last;
    } catch (cause) {
      if (run !== this.run) return undefined;
      this.newest.value = null;
      this.message.value = failureText(cause);
      return undefined;
    }
  }

  private report(outcome: string, isWhole: boolean): void {
    this.message.value = outcome;
    if (isWhole) this.timer = setTimeout(() => this.dismiss(), TOAST_MS);
  }

  private computeCut(): boolean {
    const viewport = this.viewport.value;
    const scene = this.session.scene.value;
    if (viewport === null || scene === null) return false;
    return !isInView(viewport.camera.value, scene.worldBounds, viewport.viewSize.value);
  }

  /** The next closing moves its neighbours from a box in view, not the camera. */
  private holdStill(): void {
    const viewport = this.viewport.peek();
    if (viewport?.shown === undefined) return;
    this.session.anchor = this.findHeld() ?? this.session.anchor;
    viewport.stay();
  }

  /** The box of the top level that the viewer has in view. */
  private findHeld(): string | undefined {
    const viewport = this.viewport.peek();
    if (viewport?.shown === undefined) return undefined;
    const area = visibleWorld(viewport.camera.peek(), viewport.viewSize.peek());
    return anchorBox(viewport.shown, this.session.options.selectedNode.peek(), area);
  }
}

function failureText(cause: unknown): string {
  const why = cause instanceof Error ? cause.message : String(cause);
  return lateMessages.expandFailed(why);
}

/** Opens many scopes at once: asks for them in batches, keeps to the bound, and tells. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { boxToHold } from "../scene/anchor-box";
import { isInView, visibleWorld } from "../scene/camera";
import type { Stage } from "../viewport/viewport";
import { nodeCount, scopesTopDown, type VisibleScope } from "../visible/visible-graph";
import { type OpeningPlan, type OpeningRequest, openedText, planOpening } from "./bulk-expand-plan";
import type { GraphSession } from "./graph-session";

/**
 * What only says that all went well is said for so long; the rest until it is put away. It is
 * long enough to reach the button beside it.
 */
const TOLD_MS = 5_000;

export class Opening {
  /** How far it has come; null when nothing is being opened. */
  readonly progress: ReadonlySignal<OpeningPlan | null>;
  /** What came of it, in a sentence; empty when it has been said for long enough. */
  readonly outcome: ReadonlySignal<string>;
  /** Whether some of the drawing is out of view; after an opening that may be most of it. */
  readonly isCut = computed(() => this.computeCut());
  private readonly newest = signal<OpeningPlan | null>(null);
  private readonly told = signal("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was asked for: whatever was begun before is cancelled. */
  private run = 0;

  constructor(
    private readonly session: GraphSession,
    private readonly stage: ReadonlySignal<Stage | null>,
  ) {
    this.progress = this.newest;
    this.outcome = this.told;
  }

  /** The drawing stays as it is; false when there is nothing to cancel. */
  cancel(): boolean {
    this.run++;
    const isRunning = this.newest.peek() !== null;
    this.newest.value = null;
    return isRunning;
  }

  putAway(): void {
    clearTimeout(this.timer);
    this.told.value = "";
  }

  /** The camera stays put when scopes are opened: here the viewer asks it to move. */
  showAll(): void {
    this.putAway();
    this.stage.peek()?.fit();
  }

  closeAll(): void {
    this.cancel();
    this.putAway();
    if (this.stage.peek()?.chosenCamera !== undefined) this.holdStill();
    this.session.options.expansion.closeAll();
  }

  /** Opens every scope down to a depth, 1 for those of the top level, and closes those below. */
  async toDepth(depth: number): Promise<void> {
    const top = this.session.visible.peek()?.top.scope;
    if (top === undefined) return;
    const request = { nodes: top.nodes, depth, visible: top.nodes.length };
    const plan = await this.planned(request);
    if (plan === undefined) return;
    this.holdStill();
    this.session.options.expansion.set(plan.open);
  }

  /** Opens a scope and all below it; false when it cannot be opened. */
  allBelow(name: string): boolean {
    const node = this.session.findNode(name);
    if (node?.expandable !== true) return false;
    // It was asked for by name: it is opened whatever it is.
    const wanted = { ...node, recursive: false, role: "main" as const };
    const all = this.session.visible.peek()?.scopes ?? [];
    const below = scopesBelow(all, name);
    const visible = nodeCount(all) - nodeCount(below);
    void this.planned({ nodes: [wanted], depth: Number.POSITIVE_INFINITY, visible }).then(
      (plan) => {
        if (plan === undefined) return;
        const inside = new Set(below.map(({ scope }) => scope.name));
        const isElsewhere = (each: string): boolean =>
          each !== name && !inside.has(each) && !each.startsWith(`${name}/`);
        const { expansion } = this.session.options;
        this.session.anchor = name;
        expansion.set([...expansion.opened.peek().filter(isElsewhere), ...plan.open]);
      },
    );
    return true;
  }

  /** The whole plan, or undefined when it was cancelled or could not be made, which is told. */
  private async planned(request: OpeningRequest): Promise<OpeningPlan | undefined> {
    this.cancel();
    this.putAway();
    const run = this.run;
    let last: OpeningPlan | undefined;
    try {
      for await (const plan of planOpening(request, (names) => this.session.loadScopes(names))) {
        if (run !== this.run) return undefined;
        this.newest.value = last = plan;
      }
    } catch (cause) {
      if (run === this.run) this.told.value = failureText(cause);
      last = undefined;
    }
    if (run === this.run) this.newest.value = null;
    if (last !== undefined) this.tell(last);
    return last;
  }

  private tell(plan: OpeningPlan): void {
    this.told.value = openedText(plan);
    if (plan.left === 0) this.timer = setTimeout(() => this.putAway(), TOLD_MS);
  }

  private computeCut(): boolean {
    const stage = this.stage.value;
    const scene = this.session.scene.value;
    if (stage === null || scene === null) return false;
    return !isInView(stage.camera.value, scene.worldBounds, stage.viewSize.value);
  }

  /** What opens or closes next pushes away from a box in view, and the camera does not move. */
  private holdStill(): void {
    const stage = this.stage.peek();
    if (stage?.shown === undefined) return;
    const area = visibleWorld(stage.camera.peek(), stage.viewSize.peek());
    const held = boxToHold(stage.shown, this.session.options.selectedNode.peek(), area);
    if (held !== undefined) this.session.anchor = held;
    stage.stay();
  }
}

function failureText(cause: unknown): string {
  const why = cause instanceof Error ? cause.message : String(cause);
  return `Nothing was opened, because a scope could not be read. ${why}`;
}

function scopesBelow(all: readonly VisibleScope[], name: string): VisibleScope[] {
  const own = all.find(({ scope }) => scope.name === name);
  return own === undefined ? [] : scopesTopDown(own);
}

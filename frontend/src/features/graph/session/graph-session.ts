/** One graph on the page: from its scopes and options to a scene. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { GraphMatch } from "../../../api/types";
import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import type { CanvasShape, LayoutStyle } from "../layout/request";
import type { LayoutClient } from "../layout/worker/layout-client";
import type { Expansion } from "../options/expansion";
import type { GraphOptions } from "../options/graph-options";
import { markScene } from "../scene/apply-marks";
import { applyOverlays, NO_OVERLAYS, type OverlayMarks } from "../scene/apply-overlays";
import type { Scene } from "../scene/scene";
import type { Annotated } from "../scope/annotation-lookup";
import type { Scope, ScopeNode } from "../scope/model";
import { NodeLookup } from "../scope/node-lookup";
import { type HiddenCounts, NOTHING_HIDDEN } from "../visible/hide-kinds";
import { drawnNodes, type LayoutInput, layoutInputOf } from "../visible/layout-input";
import {
  isSameVisible,
  scopesTopDown,
  type VisibleGraph,
  type VisibleScope,
  visibleGraph,
} from "../visible/visible-graph";
import { type GraphIdentity, graphKey, orderingKey } from "./displayed-graph";
import { GraphScopes } from "./graph-scopes";
import type { GraphServices } from "./graph-services";
import { Hover } from "./hover";
import { type LayoutStatus, SceneBuilder } from "./scene-builder";

/** What stands between a click and a drawing. */
export type LoadStatus =
  | { readonly phase: "loading"; readonly names: readonly string[] }
  | LayoutStatus;

/** How long a layout waits for further requested scopes. */
const ARRIVAL_MS = 150;

/** Scopes with more ops inside are requested only when they are opened. */
const MAX_PREFETCHED_OPS = 20_000;

/** Where the context menu of a node is in the window. */
export interface MenuPosition {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** What a session needs of a graph. */
export type SessionGraph = GraphIdentity;

/**
 * One graph with its options, on the page or off it. A session holds all that is particular to it;
 * it shares `services` with the other sessions of the page, and options with none that are shown
 * beside it.
 */
export class GraphSession {
  readonly scene: ReadonlySignal<Scene | null>;
  readonly status: ReadonlySignal<LoadStatus>;
  /** What is drawn: the open scopes without hidden kinds. */
  readonly visible: ReadonlySignal<VisibleGraph | undefined>;
  readonly hidden: ReadonlySignal<HiddenCounts>;
  /** What searches, traces and colourings put on the scene. */
  readonly overlays = signal<OverlayMarks>(NO_OVERLAYS);

  /** Shows one side of a comparison or both; its code comes with the first comparison. */
  readonly compare = signal<((scene: Scene, side: string) => Scene) | null>(null);

  readonly hover: Hover;
  /** Null while no node has its context menu open. */
  readonly menu = signal<MenuPosition | null>(null);
  /** The node whose note the viewer chose to write; empty for none. The inspector takes it. */
  readonly noteRequest = signal("");
  /** The node whose corner stays on the screen when the next scene is shown; undefined for none. */
  anchor: string | undefined;

  private readonly scopes: GraphScopes;
  private readonly whole: ReadonlySignal<VisibleGraph | undefined>;
  private readonly layoutInput: ReadonlySignal<LayoutInput | undefined>;
  private before: VisibleGraph | undefined;
  private readonly lookup: NodeLookup;
  /** Whether the viewer cancelled before the top level was there. */
  private readonly isCancelled = signal(false);
  private readonly service: LayoutClient;
  private readonly builder: SceneBuilder;
  private readonly stop: () => void;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  /** The canvas for which everything is laid out, whatever becomes of the window. */
  readonly canvas: CanvasShape;

  constructor(
    readonly graph: SessionGraph,
    readonly options: GraphOptions,
    readonly services: GraphServices,
    canvas = options.camera.canvasOf(graph.id) ?? services.canvasShape(),
  ) {
    const { hiddenKinds, layout, marks } = options;
    this.canvas = canvas;
    this.scopes = new GraphScopes(services.scopes, graphKey(graph), options, orderingKey(graph));
    this.service = services.workers.acquire();
    this.builder = new SceneBuilder(this.service, services.measure, options);
    this.lookup = new NodeLookup(
      (name) => this.scopes.find(name),
      () => (this.whole.peek()?.scopes ?? []).map(({ scope }) => scope),
    );
    this.scene = computed(() => {
      const scene = this.builder.scene.value;
      const marked = scene && markScene(scene, marks.paints.value, marks.notes.value);
      const compared = marked && this.compare.value?.(marked, options.comparison.side.value);
      const shown = compared ?? marked;
      return shown && applyOverlays(shown, this.overlays.value);
    });
    this.whole = computed(() => this.computeWhole());
    const top = computed(() => this.whole.value?.top);
    this.layoutInput = computed(
      () => top.value && this.inputOf(top.value, hiddenKinds.kinds.value, layout.style.value),
    );
    this.visible = computed(() => withTop(this.whole.value, this.layoutInput.value?.top));
    this.hidden = computed(() => this.layoutInput.value?.hidden ?? NOTHING_HIDDEN);
    this.status = computed(() => this.computeStatus());
    this.hover = new Hover(this.scene);
    this.stop = effect(() => this.refresh());
  }

  dispose(): void {
    this.stop();
    clearTimeout(this.waiting);
    this.hover.dispose();
    this.service.dispose();
  }

  /** Continues the session of an earlier graph: its open menu and note. */
  inherit({ menu, noteRequest }: GraphSession): void {
    this.menu.value = menu.peek();
    this.noteRequest.value = noteRequest.peek();
  }

  /** Opens or closes a scope and holds its position on the screen. */
  toggleInPlace(name: string): void {
    this.anchor = name;
    this.expansion.toggle(name);
  }

  /** Repeats failed requests. */
  retry(): void {
    this.isCancelled.value = false;
    void this.scopes.request(this.missingScopes());
    void this.scopes.requestBaseline(this.missingBaseline());
    this.builder.forceLayout();
  }

  /** Draws what was held back for its size, or stopped. */
  forceLayout(): void {
    this.isCancelled.value = false;
    this.builder.forceLayout();
  }

  /**
   * Gives up what is being made. What is on show stays, with the choices that it was made for; if
   * nothing is so far, all scopes are closed first, and only then is nothing drawn.
   */
  cancelLayout(): void {
    this.builder.stop();
    clearTimeout(this.waiting);
    if (this.whole.peek() === undefined) {
      this.isCancelled.value = true;
      this.scopes.abort();
      return;
    }
    const { drawnChoices } = this.builder;
    if (drawnChoices !== undefined) {
      this.options.apply(drawnChoices);
      this.options.commit();
    } else if (this.opened.peek().length > 0) this.expansion.closeAll();
  }

  /** Scopes that are to be opened together. Throws when one cannot be had. */
  loadScopes(names: readonly string[]): Promise<readonly Scope[]> {
    return this.scopes.load(names);
  }

  /** The scope a node stands in, if it has been sent. */
  findScopeAround(name: string): Scope | undefined {
    return this.lookup.findScopeAround(name);
  }

  findNode(name: string): ScopeNode | undefined {
    return this.lookup.findNode(name);
  }

  /** A constant or a summary, with the first of the nodes that it is drawn beside. */
  findAnnotated(name: string): Annotated | undefined {
    return this.lookup.findAnnotated(name);
  }

  /** The node whose box stands for what is called so: itself, or the one that it is beside. */
  findBox(name: string): ScopeNode | undefined {
    return this.lookup.findBox(name);
  }

  /** Whether the node has been sent, as a child of a scope or beside one. */
  holds(name: string): boolean {
    return this.findBox(name) !== undefined;
  }

  /** Changes when scopes arrive, so that look-ups are repeated. */
  get arrivals(): ReadonlySignal<number> {
    return this.scopes.revision;
  }

  /** Requests the scope that a node is in, which need not be open; `match` is what was found. */
  requestScope(name: string, scope: string, match?: GraphMatch): Promise<void> {
    this.lookup.remember(name, scope, match);
    return this.scopes.request([scope]);
  }

  /** Goes on finding a node that is there when the scope it stands in is closed. */
  retain(name: string): void {
    this.lookup.retain(name);
  }

  /**
   * Makes ready what it takes to open a node: its inside, and the scene with it open. Does nothing
   * while a viewer waits for something else, or where there may be too much inside.
   */
  async prefetch(name: string, mostDrawn: number, isLikely: () => boolean): Promise<void> {
    const node = this.findNode(name);
    if (!node?.expandable || node.recursive || node.count > MAX_PREFETCHED_OPS) return;
    if (this.opened.peek().includes(name)) return;
    await this.prefetchScopes(name);
    if (this.opened.peek().includes(name)) return;
    this.scopes.forgetFailure(name);
    if (!isLikely() || this.status.peek().phase !== "ready") return;
    const input = this.inputWith(name, mostDrawn);
    if (input !== undefined) await this.builder.prefetch(input);
  }

  /** Requests a scope, and its baseline. */
  private async prefetchScopes(name: string): Promise<void> {
    const baseline = this.scopes.hasBaseline ? this.scopes.requestBaseline([name]) : undefined;
    await Promise.all([this.scopes.request([name]), baseline]);
  }

  /** What is drawn when one more scope is opened that has arrived, if it is no more than that. */
  private inputWith(name: string, mostDrawn: number): LayoutInput | undefined {
    const now = this.layoutInput.peek();
    // Even to find out what it is would take its time then.
    if (now === undefined || drawnNodes(now) > mostDrawn) return undefined;
    const whole = this.visibleWith([...this.opened.peek(), name])?.top;
    const { hiddenKinds, layout } = this.options;
    const [kinds, style] = [hiddenKinds.kinds.peek(), layout.style.peek()];
    const input = whole && this.inputOf(whole, kinds, style);
    return input && drawnNodes(input) <= mostDrawn ? input : undefined;
  }

  private inputOf(whole: VisibleScope, kinds: readonly string[], style: LayoutStyle): LayoutInput {
    const first = this.visibleWith(this.expansion.first.value)?.top;
    return layoutInputOf(whole, kinds, style, this.canvas, first);
  }

  private visibleWith(opened: readonly string[]): VisibleGraph | undefined {
    return visibleGraph(
      (name) => this.scopes.find(name),
      new Set(opened),
      (name) => this.scopes.findBaseline(name),
    );
  }

  /** The same object as before where nothing else is open: all that is made of it stays too. */
  private computeWhole(): VisibleGraph | undefined {
    this.scopes.revision.value;
    const { before } = this;
    let now = this.visibleWith(this.opened.value);
    if (now && before && isSameVisible(before.top, now.top)) {
      now = hasSameValues(before.missing, now.missing)
        ? before
        : { ...before, missing: now.missing };
    }
    this.before = now;
    return now;
  }

  /** The scopes that the drawing lacks, or has only as they were before the newest choice. */
  private missingScopes(): readonly string[] {
    const whole = this.whole.value;
    if (whole === undefined) return this.scopes.firstNames();
    const stale = whole.scopes
      .map(({ scope }) => scope.name)
      .filter((name) => this.scopes.findEntry(name)?.state !== "ready");
    return [...whole.missing, ...stale];
  }

  /** The missing baselines of regrouped scopes: they hold the others in their order. */
  private missingBaseline(): readonly string[] {
    const scopes = this.scopes.hasBaseline ? (this.whole.value?.scopes ?? []) : [];
    return scopes
      .map(({ scope }) => scope.name)
      .filter((name) => this.scopes.findBaseline(name) === undefined);
  }

  /** Which scopes are open, and how to open and close them. */
  get expansion(): Expansion {
    return this.scopes.expansion;
  }

  private get opened(): ReadonlySignal<readonly string[]> {
    return this.expansion.opened;
  }

  private computeStatus(): LoadStatus {
    if (this.isCancelled.value) return { phase: "stopped", nodes: 0 };
    // A top level that fails changes nothing else that is read here: there is no drawing after it.
    this.scopes.revision.value;
    const missingScopes = this.missingScopes();
    const needed = this.whole.value === undefined ? [""] : missingScopes;
    for (const name of needed) {
      const entry = this.scopes.findEntry(name);
      if (entry?.state === "failed") return { phase: "failed", error: entry.error };
    }
    const layoutStatus = this.builder.status.value;
    const isLoading = missingScopes.length > 0 && layoutStatus.phase !== "failed";
    return isLoading ? { phase: "loading", names: missingScopes } : layoutStatus;
  }

  private refresh(): void {
    if (this.isCancelled.value) return;
    const input = this.layoutInput.value;
    const missingScopes = this.missingScopes();
    const baseline = this.missingBaseline();
    void this.scopes.request(missingScopes.filter((name) => !this.scopes.findEntry(name)));
    void this.scopes.requestBaseline(
      baseline.filter((name) => !this.scopes.findBaselineEntry(name)),
    );
    clearTimeout(this.waiting);
    if (input === undefined) return;
    // More is on its way, as after a link with many open scopes: lay out when it is there.
    const isMoreComing =
      missingScopes.some((name) => this.scopes.findEntry(name)?.state === "loading") ||
      baseline.some((name) => this.scopes.findBaselineEntry(name)?.state === "loading");
    if (isMoreComing) {
      this.waiting = setTimeout(() => this.builder.build(input), ARRIVAL_MS);
    } else this.builder.build(input);
  }
}

function withTop(
  whole: VisibleGraph | undefined,
  top: VisibleScope | undefined,
): VisibleGraph | undefined {
  if (whole === undefined || top === undefined || whole.top === top) return whole;
  return { ...whole, top, scopes: scopesTopDown(top) };
}

/** From what is sent and what is open to a scene: asks, lays out, composes. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { getScopes } from "../../../api/resources";
import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import { commitHistory } from "../../../state/address/url-state";
import { takeLayoutService } from "../layout/worker/spare-worker";
import { closeAllScopes, openedScopes } from "../options/expansion";
import { isRegrouped, scopeQuery } from "../options/extraction";
import { applyChoices } from "../options/graph-options";
import { hiddenKinds } from "../options/hidden-kinds";
import { drawingStyle } from "../options/layout-options";
import { notes, paints } from "../options/node-marks";
import { markScene } from "../scene/apply-marks";
import { type AnswerMarks, NO_ANSWERS, showAnswers } from "../scene/apply-overlays";
import type { MeasureText } from "../scene/node-size";
import type { Scene } from "../scene/scene";
import type { Annotated } from "../scope/annotation-lookup";
import { enclosingNames, type Scope, type ScopeNode } from "../scope/model";
import { NodeFinder } from "../scope/node-lookup";
import { type QueryOf, ScopeStore, USUAL } from "../scope/scope-store";
import { type HiddenCounts, NOTHING_HIDDEN } from "../visible/hide-kinds";
import { type Drawing, drawingOf, drawnNodes } from "../visible/layout-input";
import {
  isSameVisible,
  scopesTopDown,
  type VisibleGraph,
  type VisibleScope,
  visibleGraph,
} from "../visible/visible-graph";
import { type Making, SceneMaker } from "./scene-builder";

/** What stands between a click and a drawing. */
export type ViewStage = { readonly stage: "asking"; readonly names: readonly string[] } | Making;

/** How long a drawing waits for further scopes that were asked for. */
const ARRIVAL_MS = 150;

/** Of scopes with more ops inside nothing is asked for before they are opened. */
const MAX_PREFETCHED_OPS = 20_000;

/**
 * All scopes this page has been sent, whatever graph or tab is shown. Graphs have the keys of
 * `graphKey`: one that is written anew in its place has the same id.
 */
const store = new ScopeStore(
  (graph, names, query, signal) => getScopes(graph.split(" ", 1)[0], names, query, signal),
  scopeQuery,
);

/** Asks for what a graph's first drawing needs: it can come before what was kept of the graph. */
export function askForScopes(graph: string): Promise<void> {
  return store.request(graph, firstScopes());
}

/** What a graph's first drawing shows, as far as its scopes have arrived. */
export function firstDrawing(graph: string): Drawing | undefined {
  const find = (name: string): Scope | undefined => store.findScope(graph, name);
  const whole = visibleGraph(find, new Set(openedScopes.peek()))?.top;
  return whole && drawingOf(whole, hiddenKinds.peek(), drawingStyle.peek());
}

export class GraphView {
  readonly scene: ReadonlySignal<Scene | null>;
  readonly stage: ReadonlySignal<ViewStage>;
  /** What is drawn: the open scopes without hidden kinds. */
  readonly visible: ReadonlySignal<VisibleGraph | undefined>;
  readonly hidden: ReadonlySignal<HiddenCounts>;
  /** What searches, traces and colourings put on the scene. */
  readonly answers = signal<AnswerMarks>(NO_ANSWERS);

  private readonly whole: ReadonlySignal<VisibleGraph | undefined>;
  private readonly drawing: ReadonlySignal<Drawing | undefined>;
  private before: VisibleGraph | undefined;
  private readonly finder: NodeFinder;
  /** Whether the viewer has given up before the top level was there. */
  private readonly isGivenUp = signal(false);
  private readonly service = takeLayoutService();
  private readonly maker: SceneMaker;
  private readonly stop: () => void;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly graph: string,
    measure: MeasureText,
  ) {
    this.maker = new SceneMaker(this.service, measure);
    this.finder = new NodeFinder(
      (name) => store.findScope(this.graph, name),
      () => (this.whole.peek()?.scopes ?? []).map(({ scope }) => scope),
    );
    this.scene = computed(() => {
      const scene = this.maker.scene.value;
      const marked = scene && markScene(scene, paints.value, notes.value);
      return marked && showAnswers(marked, this.answers.value);
    });
    this.whole = computed(() => this.computeWhole());
    const top = computed(() => this.whole.value?.top);
    this.drawing = computed(
      () => top.value && drawingOf(top.value, hiddenKinds.value, drawingStyle.value),
    );
    this.visible = computed(() => withTop(this.whole.value, this.drawing.value?.top));
    this.hidden = computed(() => this.drawing.value?.hidden ?? NOTHING_HIDDEN);
    this.stage = computed(() => this.computeStage());
    this.stop = effect(() => this.refresh());
  }

  dispose(): void {
    this.stop();
    clearTimeout(this.waiting);
    this.service.dispose();
  }

  /** Asks again for what could not be had. */
  retry(): void {
    this.isGivenUp.value = false;
    void store.request(this.graph, this.wanted());
    void store.request(this.graph, this.wantedAsUsual(), USUAL);
    this.maker.makeAnyway();
  }

  /** Draws what was held back for its size, or stopped. */
  drawAnyway(): void {
    this.isGivenUp.value = false;
    this.maker.makeAnyway();
  }

  /**
   * Gives up what is being made. What is on show stays, with the choices that it was made for; if
   * nothing is so far, all scopes are closed first, and only then is nothing drawn.
   */
  stopMaking(): void {
    this.maker.stop();
    clearTimeout(this.waiting);
    if (this.whole.peek() === undefined) {
      this.isGivenUp.value = true;
      store.giveUp();
      return;
    }
    const { drawnChoices } = this.maker;
    if (drawnChoices !== undefined) {
      applyChoices(drawnChoices);
      commitHistory();
    } else if (openedScopes.peek().length > 0) closeAllScopes();
  }

  /** Scopes that are to be opened together. Throws when one cannot be had. */
  loadScopes(names: readonly string[]): Promise<readonly Scope[]> {
    return store.load(this.graph, names);
  }

  /** The scope a node stands in, if it has been sent. */
  findScopeAround(name: string): Scope | undefined {
    return this.finder.findScopeAround(name);
  }

  findNode(name: string): ScopeNode | undefined {
    return this.finder.findNode(name);
  }

  /** A constant or a summary, with the first of the nodes that it is drawn beside. */
  findAnnotated(name: string): Annotated | undefined {
    return this.finder.findAnnotated(name);
  }

  /** The node whose box stands for what is called so: itself, or the one that it is beside. */
  findBox(name: string): ScopeNode | undefined {
    return this.finder.findBox(name);
  }

  /** Whether the node has been sent, as a child of a scope or beside one. */
  holds(name: string): boolean {
    return this.findBox(name) !== undefined;
  }

  /** Changes when scopes arrive, so that what finds a node can be told anew. */
  get arrivals(): ReadonlySignal<number> {
    return store.revisionOf(this.graph);
  }

  /** Asks for the scope that a node stands in, which need not be open. */
  bringScope(name: string, scope: string): Promise<void> {
    this.finder.remember(name, scope);
    return store.request(this.graph, [scope]);
  }

  /** Goes on finding a node that is there when the scope it stands in is closed. */
  keepFinding(name: string): void {
    this.finder.keepFinding(name);
  }

  /**
   * Makes ready what it takes to open a node: its inside, and the scene with it open. Does nothing
   * while a viewer waits for something else, or where there may be too much inside.
   */
  async makeReady(name: string, mostDrawn: number, isLikely: () => boolean): Promise<void> {
    const node = this.findNode(name);
    if (!node?.expandable || node.recursive || node.count > MAX_PREFETCHED_OPS) return;
    if (openedScopes.peek().includes(name)) return;
    await this.askAhead(name);
    if (openedScopes.peek().includes(name)) return;
    store.forgetFailure(this.graph, name);
    if (!isLikely() || this.stage.peek().stage !== "ready") return;
    const drawing = this.drawingWith(name, mostDrawn);
    if (drawing !== undefined) await this.maker.makeAhead(drawing);
  }

  /** Asks for a scope, and for what else its drawing needs. */
  private async askAhead(name: string): Promise<void> {
    const usual = isRegrouped() ? store.request(this.graph, [name], USUAL) : undefined;
    await Promise.all([store.request(this.graph, [name]), usual]);
  }

  /** What is drawn when one more scope is opened that has arrived, if it is no more than that. */
  private drawingWith(name: string, mostDrawn: number): Drawing | undefined {
    const now = this.drawing.peek();
    // Even to find out what it is would take its time then.
    if (now === undefined || drawnNodes(now) > mostDrawn) return undefined;
    const whole = this.visibleWith([...openedScopes.peek(), name])?.top;
    const drawing = whole && drawingOf(whole, hiddenKinds.peek(), drawingStyle.peek());
    return drawing && drawnNodes(drawing) <= mostDrawn ? drawing : undefined;
  }

  private visibleWith(opened: readonly string[]): VisibleGraph | undefined {
    return visibleGraph(
      (name) => store.findScope(this.graph, name),
      new Set(opened),
      (name) => (isRegrouped() ? store.findUsual(this.graph, name) : undefined),
    );
  }

  /** The same object as before where nothing else is open: all that is made of it stays too. */
  private computeWhole(): VisibleGraph | undefined {
    store.revisionOf(this.graph).value;
    const { before } = this;
    let now = this.visibleWith(openedScopes.value);
    if (now && before && isSameVisible(before.top, now.top)) {
      now = hasSameValues(before.missing, now.missing)
        ? before
        : { ...before, missing: now.missing };
    }
    this.before = now;
    return now;
  }

  /** The scopes that the drawing lacks, or has only as they were before the newest choice. */
  private wanted(): readonly string[] {
    const whole = this.whole.value;
    if (whole === undefined) return firstScopes();
    const stale = whole.scopes
      .map(({ scope }) => scope.name)
      .filter((name) => store.findEntry(this.graph, name)?.state !== "ready");
    return [...whole.missing, ...stale];
  }

  /** Of what is regrouped, the scopes as they usually are: they hold the others in their order. */
  private wantedAsUsual(): readonly string[] {
    const scopes = isRegrouped() ? (this.whole.value?.scopes ?? []) : [];
    return scopes
      .map(({ scope }) => scope.name)
      .filter((name) => store.findUsual(this.graph, name) === undefined);
  }

  private computeStage(): ViewStage {
    if (this.isGivenUp.value) return { stage: "stopped", nodes: 0 };
    // A top level that fails changes nothing else that is read here: there is no drawing after it.
    store.revisionOf(this.graph).value;
    const wanted = this.wanted();
    const needed = this.whole.value === undefined ? [""] : wanted;
    for (const name of needed) {
      const entry = store.findEntry(this.graph, name);
      if (entry?.state === "failed") return { stage: "failed", error: entry.error };
    }
    const making = this.maker.making.value;
    const isAsking = wanted.length > 0 && making.stage !== "failed";
    return isAsking ? { stage: "asking", names: wanted } : making;
  }

  private refresh(): void {
    if (this.isGivenUp.value) return;
    const drawing = this.drawing.value;
    const wanted = this.wanted();
    const usual = this.wantedAsUsual();
    void store.request(
      this.graph,
      wanted.filter((name) => !this.isKnown(name)),
    );
    void store.request(
      this.graph,
      usual.filter((name) => !this.isKnown(name, USUAL)),
      USUAL,
    );
    clearTimeout(this.waiting);
    if (drawing === undefined) return;
    // More is on its way, as after a link with many open scopes: lay out when it is there.
    const isMoreComing =
      wanted.some((name) => this.isLoading(name)) ||
      usual.some((name) => this.isLoading(name, USUAL));
    if (isMoreComing) {
      this.waiting = setTimeout(() => this.maker.make(drawing), ARRIVAL_MS);
    } else this.maker.make(drawing);
  }

  private isKnown(name: string, queryOf?: QueryOf): boolean {
    return store.findEntry(this.graph, name, queryOf) !== undefined;
  }

  private isLoading(name: string, queryOf?: QueryOf): boolean {
    return store.findEntry(this.graph, name, queryOf)?.state === "loading";
  }
}

function withTop(
  whole: VisibleGraph | undefined,
  top: VisibleScope | undefined,
): VisibleGraph | undefined {
  if (whole === undefined || top === undefined || whole.top === top) return whole;
  return { ...whole, top, scopes: scopesTopDown(top) };
}

function firstScopes(): string[] {
  return ["", ...openedTogether(openedScopes.value)];
}

/** Opened scopes whose enclosing ones are opened too: a link's are all asked for at once. */
function openedTogether(opened: readonly string[]): string[] {
  const all = new Set(opened);
  return opened.filter((name) => enclosingNames(name).every((around) => all.has(around)));
}

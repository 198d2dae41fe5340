/** From what is sent and what is open to a scene: asks, lays out, composes. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { getScopes } from "../../api/resources";
import { trustedWorkerUrl } from "../../lib/trusted-worker-url";
import { type AnswerMarks, NO_ANSWERS, showAnswers } from "./answer-marks";
import type { MeasureText } from "./box-size";
import { cutThrough } from "./cut-through";
import { drawingStyle } from "./drawing-style";
import { openedScopes } from "./expansion";
import { hiddenKinds } from "./hidden-kinds";
import { type HiddenCounts, hideKinds, NOTHING_HIDDEN } from "./hide-kinds";
import type { LayoutOptions } from "./layout/request";
import workerUrl from "./layout.worker.ts?worker&url";
import { LayoutService, type LayoutWorker } from "./layout-service";
import { layoutSubject } from "./layout-subject";
import { markScene } from "./mark-scene";
import { enclosingNames, parentName, type Scope, type ScopeNode } from "./model";
import { notes, paints } from "./node-marks";
import { composeScene, type Scene } from "./scene";
import { type QueryOf, ScopeStore, USUAL } from "./scope-store";
import { isRegrouped, scopeQuery } from "./split-choices";
import { scopesTopDown, type VisibleGraph, visibleGraph } from "./visible";

/** What stands between a click and a drawing. */
export type ViewStage =
  | { readonly stage: "asking"; readonly names: readonly string[] }
  | { readonly stage: "laying out"; readonly nodes: number }
  | { readonly stage: "ready" }
  | { readonly stage: "failed"; readonly error: Error };

/** How long a drawing waits for further scopes that were asked for. */
const ARRIVAL_MS = 150;

function startWorker(): LayoutWorker {
  return new Worker(trustedWorkerUrl(workerUrl), { type: "module" });
}

/** All scopes this page has been sent, whatever graph or tab is shown. */
const store = new ScopeStore(getScopes, scopeQuery);

export class GraphView {
  readonly scene: ReadonlySignal<Scene | null>;
  readonly stage: ReadonlySignal<ViewStage>;
  /** What is drawn: the open scopes without hidden kinds. */
  readonly visible: ReadonlySignal<VisibleGraph | undefined>;
  readonly hidden: ReadonlySignal<HiddenCounts>;
  /** What searches, traces and colourings put on the scene. */
  readonly answers = signal<AnswerMarks>(NO_ANSWERS);

  private readonly whole: ReadonlySignal<VisibleGraph | undefined>;
  private readonly newestScene = signal<Scene | null>(null);
  private readonly layoutError = signal<Error | null>(null);
  private readonly layingOut = signal(0);
  private readonly service = new LayoutService(startWorker);
  private readonly stop: () => void;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly graph: string,
    private readonly measure: MeasureText,
  ) {
    this.scene = computed(() => {
      const scene = this.newestScene.value;
      const marked = scene && markScene(scene, paints.value, notes.value);
      return marked && showAnswers(marked, this.answers.value);
    });
    this.whole = computed(() => this.computeWhole());
    const filtered = computed(() => this.computeShown());
    this.visible = computed(() => filtered.value?.visible);
    this.hidden = computed(() => filtered.value?.hidden ?? NOTHING_HIDDEN);
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
    this.layoutError.value = null;
    store.request(this.graph, this.wanted());
    store.request(this.graph, this.wantedAsUsual(), USUAL);
    this.refresh();
  }

  /** Scopes that are to be opened together. Throws when one cannot be had. */
  loadScopes(names: readonly string[]): Promise<readonly Scope[]> {
    return store.load(this.graph, names);
  }

  /** The scope a node stands in, if it has been sent. */
  findScopeAround(name: string): Scope | undefined {
    const around = store.findScope(this.graph, parentName(name));
    if (around !== undefined && findChild(around, name) !== undefined) return around;
    // The members of a series are named as its siblings, but stand in it.
    const whole = this.whole.peek()?.scopes ?? [];
    return whole.find(({ scope }) => findChild(scope, name) !== undefined)?.scope;
  }

  findNode(name: string): ScopeNode | undefined {
    const scope = this.findScopeAround(name);
    return scope && findChild(scope, name);
  }

  private computeWhole(): VisibleGraph | undefined {
    store.changes.value;
    return visibleGraph(
      (name) => store.findScope(this.graph, name),
      new Set(openedScopes.value),
      (name) => (isRegrouped() ? store.findUsual(this.graph, name) : undefined),
    );
  }

  private computeShown(): { visible: VisibleGraph; hidden: HiddenCounts } | undefined {
    const whole = this.whole.value;
    if (whole === undefined) return undefined;
    const { top, hidden } = hideKinds(cutThrough(whole.top), new Set(hiddenKinds.value));
    if (top === whole.top) return { visible: whole, hidden };
    return { visible: { ...whole, top, scopes: scopesTopDown(top) }, hidden };
  }

  /** The scopes that the drawing lacks, or has only as they were before the newest choice. */
  private wanted(): readonly string[] {
    const whole = this.whole.value;
    if (whole === undefined) return ["", ...openedTogether(openedScopes.value)];
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
    const wanted = this.wanted();
    const needed = this.whole.value === undefined ? [""] : wanted;
    for (const name of needed) {
      const entry = store.findEntry(this.graph, name);
      if (entry?.state === "failed") return { stage: "failed", error: entry.error };
    }
    if (this.layoutError.value !== null) return { stage: "failed", error: this.layoutError.value };
    if (wanted.length > 0) return { stage: "asking", names: wanted };
    if (this.layingOut.value > 0) return { stage: "laying out", nodes: this.layingOut.value };
    return { stage: "ready" };
  }

  private refresh(): void {
    const visible = this.visible.value;
    const wanted = this.wanted();
    const style = drawingStyle.value;
    const usual = this.wantedAsUsual();
    store.request(
      this.graph,
      wanted.filter((name) => !this.isKnown(name)),
    );
    store.request(
      this.graph,
      usual.filter((name) => !this.isKnown(name, USUAL)),
      USUAL,
    );
    clearTimeout(this.waiting);
    if (visible === undefined) return;
    // More is on its way, as after a link with many open scopes: lay out when it is there.
    const isMoreComing =
      wanted.some((name) => this.isLoading(name)) ||
      usual.some((name) => this.isLoading(name, USUAL));
    if (isMoreComing) {
      this.waiting = setTimeout(() => this.layOut(visible, style), ARRIVAL_MS);
    } else void this.layOut(visible, style);
  }

  private isKnown(name: string, queryOf?: QueryOf): boolean {
    return store.findEntry(this.graph, name, queryOf) !== undefined;
  }

  private isLoading(name: string, queryOf?: QueryOf): boolean {
    return store.findEntry(this.graph, name, queryOf)?.state === "loading";
  }

  private async layOut({ top }: VisibleGraph, style: LayoutOptions): Promise<void> {
    const subject = layoutSubject(top, this.measure, style);
    this.layingOut.value = subject.scopes.reduce(
      (n, { visible }) => n + visible.scope.nodes.length,
      0,
    );
    try {
      const result = await this.service.layOut(subject.request);
      if (result === undefined) return;
      this.newestScene.value = composeScene(subject, result, this.measure);
      this.layoutError.value = null;
    } catch (cause) {
      this.layoutError.value = cause instanceof Error ? cause : new Error(String(cause));
    }
    this.layingOut.value = 0;
  }
}

/** Opened scopes whose enclosing ones are opened too: a link's are all asked for at once. */
function openedTogether(opened: readonly string[]): string[] {
  const all = new Set(opened);
  return opened.filter((name) => enclosingNames(name).every((around) => all.has(around)));
}

function findChild(scope: Scope, name: string): ScopeNode | undefined {
  return scope.nodes.find((node) => node.name === name);
}

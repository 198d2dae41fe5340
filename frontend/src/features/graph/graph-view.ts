/** From what is sent and what is open to a scene: asks, lays out, composes. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { getScope } from "../../api/resources";
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
import { parentName, type Scope, type ScopeNode } from "./model";
import { notes, paints } from "./node-marks";
import { composeScene, type Scene } from "./scene";
import { ScopeStore } from "./scope-store";
import { scopeQuery } from "./split-choices";
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
const store = new ScopeStore(getScope, scopeQuery);

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
    store.request(this.graph, "");
    for (const name of this.wanted()) store.request(this.graph, name);
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
    return visibleGraph((name) => store.findScope(this.graph, name), new Set(openedScopes.value));
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
    if (whole === undefined) return [""];
    const stale = whole.scopes
      .map(({ scope }) => scope.name)
      .filter((name) => store.findEntry(this.graph, name)?.state !== "ready");
    return [...whole.missing, ...stale];
  }

  private computeStage(): ViewStage {
    const wanted = this.wanted();
    for (const name of wanted) {
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
    for (const name of wanted) {
      if (store.findEntry(this.graph, name) === undefined) store.request(this.graph, name);
    }
    clearTimeout(this.waiting);
    if (visible === undefined) return;
    // More is on its way, as after a link with many open scopes: lay out when it is there.
    if (wanted.some((name) => this.isLoading(name))) {
      this.waiting = setTimeout(() => this.layOut(visible, style), ARRIVAL_MS);
    } else void this.layOut(visible, style);
  }

  private isLoading(name: string): boolean {
    return store.findEntry(this.graph, name)?.state === "loading";
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

function findChild(scope: Scope, name: string): ScopeNode | undefined {
  return scope.nodes.find((node) => node.name === name);
}

/**
 * From visible scopes to a scene: sends layout requests, reports their progress, and can cancel
 * them.
 */
import { type ReadonlySignal, signal, untracked } from "@preact/signals";
import { yieldToBrowser } from "../../../lib/browser/yield-to-browser";
import type { LayoutProgress } from "../layout/compound/layout-scopes";
import type { LayoutClient, RequestOptions } from "../layout/worker/layout-client";
import type { Choices } from "../options/choices";
import type { GraphOptions } from "../options/graph-options";
import { layoutSubject } from "../scene/layout-request";
import type { MeasureText } from "../scene/node-size";
import { premeasureLabels } from "../scene/premeasure-labels";
import { composeScene, type Scene } from "../scene/scene";
import { drawnNodes, type LayoutInput } from "../visible/layout-input";
import { nodeCount, scopesTopDown } from "../visible/visible-graph";
import { SceneCache } from "./scene-cache";

/** More nodes are not drawn unasked: they would take long, and be too many to see. */
export const MAX_DRAWN = 30_000;

/** Scenes of fewer nodes are composed and shown at once. */
const FEW = 500;

export type LayoutStatus =
  | { readonly phase: "ready" }
  | {
      readonly phase: "laying out";
      readonly nodes: number;
      readonly progress: LayoutProgress | undefined;
    }
  | { readonly phase: "too many" | "stopped"; readonly nodes: number }
  | { readonly phase: "failed"; readonly error: Error };

interface BuildTarget extends LayoutInput {
  choices: Choices;
}

export class SceneBuilder {
  readonly scene: ReadonlySignal<Scene | null>;
  readonly status: ReadonlySignal<LayoutStatus>;
  private readonly newest = signal<Scene | null>(null);
  private readonly now = signal<LayoutStatus>({ phase: "ready" });
  private target: BuildTarget | undefined;
  private drawn: BuildTarget | undefined;
  private readonly cache = new SceneCache();
  private most = MAX_DRAWN;

  constructor(
    private readonly service: LayoutClient,
    private readonly measure: MeasureText,
    private readonly options: GraphOptions,
  ) {
    this.scene = this.newest;
    this.status = this.now;
  }

  /**
   * What was chosen when the scene was made that is on show; undefined before there is one. A
   * scope that had not arrived then is closed on it, and is closed here.
   */
  get drawnChoices(): Choices | undefined {
    if (this.drawn === undefined) return undefined;
    const { open = [], ...choices } = this.drawn.choices;
    const isClosed = (name: string): boolean => {
      return this.newest.peek()?.boxByName.get(name)?.isOpen === false;
    };
    return { ...choices, open: open.filter((name) => !isClosed(name)) };
  }

  build(input: LayoutInput): void {
    const choices = untracked(() => this.options.choices());
    const { top, style } = input;
    if (this.target?.top === top && this.target.style === style && this.isUnderWay()) {
      this.target.choices = choices;
      return;
    }
    this.target = { ...input, choices };
    const nodes = drawnNodes(input);
    if (nodes > this.most) {
      this.service.cancel();
      this.now.value = { phase: "too many", nodes };
    } else void this.layOut(this.target, nodes);
  }

  /**
   * Builds a scene that may be needed next, at low priority. Resolves when it is there, has failed,
   * or was aborted for another one.
   */
  async prefetch(input: LayoutInput): Promise<void> {
    const scene = this.cache.find(input) ?? this.compose(input, { priority: "ahead" });
    this.cache.put(input, scene);
    await scene.catch(() => undefined);
  }

  /** Makes what was stopped, has failed or is very large, whatever it takes. */
  forceLayout(): void {
    if (this.target === undefined) return;
    const nodes = drawnNodes(this.target);
    this.most = Math.max(this.most, nodes);
    void this.layOut(this.target, nodes);
  }

  /** The scene stays as it is, if there is one. */
  stop(): void {
    const now = this.now.peek();
    this.service.cancel();
    if (this.newest.peek() !== null) this.now.value = { phase: "ready" };
    else if (now.phase === "laying out") this.now.value = { phase: "stopped", nodes: now.nodes };
  }

  /** Whether what is wanted is on show or on its way there. */
  private isUnderWay(): boolean {
    const { phase } = this.now.peek();
    return phase === "laying out" || (phase === "ready" && this.drawn === this.target);
  }

  /** Whether it was stopped, or something else is wanted by now. */
  private isAborted(target: BuildTarget): boolean {
    return this.target !== target || this.now.peek().phase !== "laying out";
  }

  private async layOut(target: BuildTarget, nodes: number): Promise<void> {
    this.now.value = { phase: "laying out", nodes, progress: undefined };
    const onProgress = (progress: LayoutProgress): void => {
      this.now.value = { phase: "laying out", nodes, progress };
    };
    try {
      const isAborted = (): boolean => this.isAborted(target);
      const cached = this.cache.find(target);
      const scene =
        (cached && (await cached)) ?? (await this.compose(target, { onProgress }, isAborted));
      if (scene === undefined || isAborted()) return;
      this.cache.put(target, Promise.resolve(scene));
      this.newest.value = scene;
      this.drawn = target;
      this.now.value = { phase: "ready" };
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.now.value = { phase: "failed", error };
    }
  }

  /**
   * Undefined when it was aborted, or the engine has a newer request. A small layout is requested
   * before the page changes anything else.
   */
  private async compose(
    { top, style, canvas, first }: LayoutInput,
    options: RequestOptions,
    isAborted = () => false,
  ): Promise<Scene | undefined> {
    const scopes = scopesTopDown(top);
    const isLarge = nodeCount(scopes) > FEW;
    if (isLarge) {
      // What large answers changed besides, such as the outline, has had a task of its own.
      await yieldToBrowser();
      await premeasureLabels(scopes, this.measure);
    }
    if (isAborted()) return undefined;
    const subject = layoutSubject(top, this.measure, style, canvas, first);
    if (isLarge) await yieldToBrowser();
    const result = await this.service.layOut(subject.request, options);
    if (result === undefined) return undefined;
    const scene = composeScene(subject, result);
    // So has what shows the scene.
    if (isLarge) await yieldToBrowser();
    return scene;
  }
}

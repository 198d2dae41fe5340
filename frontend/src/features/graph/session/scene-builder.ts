/** From visible scopes to a scene: asks the engine, tells how far it is, and can be stopped. */
import { type ReadonlySignal, signal, untracked } from "@preact/signals";
import { yieldToBrowser } from "../../../lib/browser/yield-to-browser";
import type { LayoutProgress } from "../layout/compound/layout-scopes";
import type { Asking, LayoutService } from "../layout/worker/layout-client";
import type { Choices } from "../options/choices";
import type { GraphOptions } from "../options/graph-options";
import { layoutSubject } from "../scene/layout-request";
import type { MeasureText } from "../scene/node-size";
import { measureAhead } from "../scene/premeasure-labels";
import { composeScene, type Scene } from "../scene/scene";
import { type Drawing, drawnNodes } from "../visible/layout-input";
import { nodeCount, scopesTopDown } from "../visible/visible-graph";
import { KeptScenes } from "./scene-cache";

/** More nodes are not drawn unasked: they would take long, and be too many to see. */
export const MAX_DRAWN = 30_000;

/** Scenes of fewer nodes are composed and shown at once. */
const FEW = 500;

export type Making =
  | { readonly stage: "ready" }
  | {
      readonly stage: "laying out";
      readonly nodes: number;
      readonly progress: LayoutProgress | undefined;
    }
  | { readonly stage: "too many" | "stopped"; readonly nodes: number }
  | { readonly stage: "failed"; readonly error: Error };

interface Wanted extends Drawing {
  choices: Choices;
}

export class SceneMaker {
  readonly scene: ReadonlySignal<Scene | null>;
  readonly making: ReadonlySignal<Making>;
  private readonly newest = signal<Scene | null>(null);
  private readonly now = signal<Making>({ stage: "ready" });
  private wanted: Wanted | undefined;
  private drawn: Wanted | undefined;
  private readonly kept = new KeptScenes();
  private most = MAX_DRAWN;

  constructor(
    private readonly service: LayoutService,
    private readonly measure: MeasureText,
    private readonly options: GraphOptions,
  ) {
    this.scene = this.newest;
    this.making = this.now;
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

  make(drawing: Drawing): void {
    const choices = untracked(() => this.options.choices());
    const { top, style } = drawing;
    if (this.wanted?.top === top && this.wanted.style === style && this.isUnderWay()) {
      this.wanted.choices = choices;
      return;
    }
    this.wanted = { ...drawing, choices };
    const nodes = drawnNodes(drawing);
    if (nodes > this.most) {
      this.service.cancel();
      this.now.value = { stage: "too many", nodes };
    } else void this.layOut(this.wanted, nodes);
  }

  /**
   * Makes a scene that may be wanted next, while nobody waits for another. What it returns is over
   * when it is there, has failed, or was given up for another one.
   */
  async makeAhead(drawing: Drawing): Promise<void> {
    const scene = this.kept.find(drawing) ?? this.compose(drawing, { priority: "ahead" });
    this.kept.keep(drawing, scene);
    await scene.catch(() => undefined);
  }

  /** Makes what was stopped, has failed or is very large, whatever it takes. */
  makeAnyway(): void {
    if (this.wanted === undefined) return;
    const nodes = drawnNodes(this.wanted);
    this.most = Math.max(this.most, nodes);
    void this.layOut(this.wanted, nodes);
  }

  /** The scene stays as it is, if there is one. */
  stop(): void {
    const now = this.now.peek();
    this.service.cancel();
    if (this.newest.peek() !== null) this.now.value = { stage: "ready" };
    else if (now.stage === "laying out") this.now.value = { stage: "stopped", nodes: now.nodes };
  }

  /** Whether what is wanted is on show or on its way there. */
  private isUnderWay(): boolean {
    const { stage } = this.now.peek();
    return stage === "laying out" || (stage === "ready" && this.drawn === this.wanted);
  }

  /** Whether it was stopped, or something else is wanted by now. */
  private isGivenUp(wanted: Wanted): boolean {
    return this.wanted !== wanted || this.now.peek().stage !== "laying out";
  }

  private async layOut(wanted: Wanted, nodes: number): Promise<void> {
    this.now.value = { stage: "laying out", nodes, progress: undefined };
    const onProgress = (progress: LayoutProgress): void => {
      this.now.value = { stage: "laying out", nodes, progress };
    };
    try {
      const isGivenUp = (): boolean => this.isGivenUp(wanted);
      const kept = this.kept.find(wanted);
      const scene =
        (kept && (await kept)) ?? (await this.compose(wanted, { onProgress }, isGivenUp));
      if (scene === undefined || isGivenUp()) return;
      this.kept.keep(wanted, Promise.resolve(scene));
      this.newest.value = scene;
      this.drawn = wanted;
      this.now.value = { stage: "ready" };
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.now.value = { stage: "failed", error };
    }
  }

  /**
   * Undefined when it was given up, or something else was asked of the engine meanwhile. A small
   * drawing is with the engine before the page has changed anything else.
   */
  private async compose(
    { top, style }: Drawing,
    asking: Asking,
    isGivenUp = () => false,
  ): Promise<Scene | undefined> {
    const scopes = scopesTopDown(top);
    const isLarge = nodeCount(scopes) > FEW;
    if (isLarge) {
      // What large answers changed besides, such as the outline, has had a task of its own.
      await yieldToBrowser();
      await measureAhead(scopes, this.measure);
    }
    if (isGivenUp()) return undefined;
    const subject = layoutSubject(top, this.measure, style);
    if (isLarge) await yieldToBrowser();
    const result = await this.service.layOut(subject.request, asking);
    if (result === undefined) return undefined;
    const scene = composeScene(subject, result);
    // So has what shows the scene.
    if (isLarge) await yieldToBrowser();
    return scene;
  }
}

/**
 * Two graphs of a comparison, each on its own canvas, in step: what is opened, closed, selected or
 * pointed at in one is so in the other, where it has a counterpart, and its camera follows.
 */
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Counterparts } from "../../../api/types";
import type { ComparedNode } from "../inspector/card-context";
import { type Camera, rounded } from "../options/camera";
import type { Scene } from "../scene/scene";
import type { NodePath } from "../scene/visible-ancestor";
import type { GraphSession } from "../session/graph-session";
import type { Viewport } from "../viewport/viewport";
import { type BoxPair, cameraInStep } from "./camera-in-step";
import type { ComparedNodes } from "./counterparts";
import { markedScene } from "./marked-scene";

/** In one step, a hand moves a drawing by fewer pixels. */
const TURN_PX = 120;

export type PaneSide = "before" | "after";

/** One of the two. */
export interface Pane {
  readonly side: PaneSide;
  readonly session: GraphSession;
  readonly viewport: ReadonlySignal<Viewport | null>;
}

/** What was mirrored from the other pane last, and does not go back. */
interface Mirrored {
  readonly opened: Set<string>;
  /** Undefined once it is there. */
  selected: string | undefined;
  hovered: string;
}

export class Panes {
  /** The pane that the viewer uses: the camera of the other one follows. */
  readonly leading = signal<PaneSide>("after");
  /** The selected node by its name in the drawing of both graphs, or an empty one. */
  readonly selectedInBoth: ReadonlySignal<string>;
  private readonly mirrored: Readonly<Record<PaneSide, Mirrored>> = {
    before: { opened: new Set(), selected: undefined, hovered: "" },
    after: { opened: new Set(), selected: undefined, hovered: "" },
  };
  private readonly pairs: ReadonlySignal<readonly BoxPair[]>;
  private readonly stops: (() => void)[];
  private isDisposed = false;
  private last:
    | { readonly here: Camera; readonly there: Camera; readonly side: PaneSide }
    | undefined;

  constructor(
    readonly before: Pane,
    readonly after: Pane,
    private readonly nodes: ComparedNodes,
    /** The two graphs as one. */
    private readonly graph: ComparedNode["graph"],
  ) {
    this.selectedInBoth = computed(() => this.nameOfSelected());
    this.pairs = computed(() => this.findPairs());
    const both = [before, after];
    for (const pane of both) {
      pane.session.compare.value = (scene) => this.markedScene(pane, scene);
    }
    this.stops = [
      effect(() => this.wantVisible()),
      ...both.map((pane) => this.followSelection(pane)),
      ...both.map((pane) => this.followHover(pane)),
      this.followCamera(),
    ];
    void this.openAsBeside();
  }

  dispose(): void {
    this.isDisposed = true;
    for (const stop of this.stops) stop();
    this.nodes.dispose();
    this.after.session.compare.value = null;
  }

  /** Shows a node of the drawing of both graphs: where it is now, or else where it was. */
  async goTo({ name, node, scopes }: NodePath): Promise<void> {
    const found = await this.nodes.load("both", scopes.at(-1) ?? "", node);
    const pane = found?.after ? this.after : this.before;
    const place = found?.after ?? found?.before;
    if (place === null || place === undefined || this.isDisposed) return;
    const { expansion, options } = pane.session;
    this.leading.value = pane.side;
    expansion.open(place.scopes);
    options.select(name === undefined || name === node ? place.node : name);
    pane.viewport.peek()?.reveal(place.node, "showFound");
  }

  /** Where what differs in a node of a pane is found. */
  findCompared(side: PaneSide, name: string): ComparedNode | undefined {
    const found = this.findFor(this.paneOf(side), name);
    return found?.both ? { graph: this.graph, name: found.both.node } : undefined;
  }

  private paneOf(side: PaneSide): Pane {
    return side === "before" ? this.before : this.after;
  }

  private otherThan({ side }: Pane): Pane {
    return side === "before" ? this.after : this.before;
  }

  private markedScene(pane: Pane, scene: Scene): Scene {
    const changeOf = (scope: string, name: string) =>
      this.nodes.find(pane.side, scope, name)?.change;
    return markedScene(scene, changeOf);
  }

  /** What stands for a node of a pane elsewhere, once that is known; reads signals. */
  private findFor({ side, session }: Pane, name: string): Counterparts | undefined {
    session.arrivals.value;
    const box = session.findBox(name)?.name;
    const scope = box === undefined ? undefined : session.findScopeAround(box);
    return box === undefined || scope === undefined
      ? undefined
      : this.nodes.find(side, scope.name, box);
  }

  private nameOfSelected(): string {
    for (const pane of [this.after, this.before]) {
      const name = pane.session.options.selectedNode.value;
      if (name !== "") return this.findFor(pane, name)?.both?.node ?? name;
    }
    return "";
  }

  /** Requests the counterparts of all that is drawn. */
  private wantVisible(): void {
    this.nodes.want(
      [this.before, this.after].flatMap(({ side, session }) =>
        (session.visible.value?.scopes ?? []).map(({ scope }) => [side, scope.name] as const),
      ),
    );
  }

  /** At first, the graph before has open what is open in the other one, unless a link says what. */
  private async openAsBeside(): Promise<void> {
    const { session } = this.before;
    await session.loadScopes([""]).catch(() => undefined);
    await this.after.session.loadScopes([""]).catch(() => undefined);
    if (this.isDisposed) return;
    if (session.expansion.isAsAtFirst()) {
      const names = this.after.session.expansion.opened.peek();
      const found = await Promise.all(names.map((name) => this.openableBeside(this.after, name)));
      if (this.isDisposed) return;
      const opened = found.flatMap((place) => (place === undefined ? [] : [place]));
      session.expansion.replace([...new Set(opened)]);
      session.options.settle();
    }
    this.stops.push(this.followOpened(this.before), this.followOpened(this.after));
  }

  private followOpened(pane: Pane): () => void {
    const mirrored = this.mirrored[pane.side].opened;
    let known = pane.session.expansion.opened.peek();
    return effect(() => {
      const now = pane.session.expansion.opened.value;
      const own = (name: string): boolean => !mirrored.delete(name);
      const opened = now.filter((name) => !known.includes(name)).filter(own);
      const closed = known.filter((name) => !now.includes(name)).filter(own);
      known = now;
      if (opened.length + closed.length === 0) return;
      void untracked(() => this.openBeside(pane, opened, closed));
    });
  }

  private async openBeside(
    pane: Pane,
    opened: readonly string[],
    closed: readonly string[],
  ): Promise<void> {
    const place = (name: string) => this.openableBeside(pane, name);
    const [open, close] = await Promise.all([
      Promise.all(opened.map(place)),
      Promise.all(closed.map(place)),
    ]);
    if (this.isDisposed) return;
    const other = this.otherThan(pane);
    const { expansion, options } = other.session;
    const now = expansion.opened.peek();
    const closing = new Set(close.filter((name) => name !== undefined && now.includes(name)));
    const opening = open.filter(
      (name): name is string => name !== undefined && !now.includes(name),
    );
    if (opening.length + closing.size === 0) return;
    const { opened: mirrored } = this.mirrored[other.side];
    for (const name of [...opening, ...closing]) if (name !== undefined) mirrored.add(name);
    other.session.anchor = undefined;
    expansion.replace([...now.filter((name) => !closing.has(name)), ...opening]);
    options.settle();
  }

  /** The scope of the other pane that stands for one of this pane and can be opened. */
  private async openableBeside(pane: Pane, name: string): Promise<string | undefined> {
    const other = this.otherThan(pane);
    const scope = pane.session.findScopeAround(name)?.name;
    if (scope === undefined) return undefined;
    const place = (await this.nodes.load(pane.side, scope, name))?.[other.side];
    if (!place) return undefined;
    const around = place.scopes.at(-1) ?? "";
    const [sent] = await other.session.loadScopes([around]).catch(() => []);
    const node = sent?.nodes.find((each) => each.name === place.node);
    return node?.expandable && !node.recursive ? place.node : undefined;
  }

  private followSelection(pane: Pane): () => void {
    const { session, side } = pane;
    let known = session.options.selectedNode.peek();
    return effect(() => {
      const name = session.options.selectedNode.value;
      if (name === known) return;
      if (name === this.mirrored[side].selected) {
        this.mirrored[side].selected = undefined;
        known = name;
        return;
      }
      const box = session.findBox(name)?.name;
      // Its scope may be on its way.
      if (name !== "" && box === undefined) {
        session.arrivals.value;
        return;
      }
      known = name;
      this.leading.value = side;
      void untracked(() => this.selectBeside(pane, name, box));
    });
  }

  private async selectBeside(pane: Pane, name: string, box: string | undefined): Promise<void> {
    const other = this.otherThan(pane);
    const scope = box === undefined ? undefined : pane.session.findScopeAround(box)?.name;
    const found =
      box === undefined || scope === undefined
        ? undefined
        : await this.nodes.load(pane.side, scope, box);
    const isCurrent = pane.session.options.selectedNode.peek() === name;
    if (this.isDisposed || !isCurrent) return;
    const { expansion, options } = other.session;
    const place = found?.[other.side];
    const selected = place?.node ?? "";
    if (place) {
      const now = expansion.opened.peek();
      const opening = place.scopes.filter((each) => !now.includes(each));
      for (const each of opening) this.mirrored[other.side].opened.add(each);
      expansion.replace([...now, ...opening]);
    }
    if (options.selectedNode.peek() !== selected) {
      this.mirrored[other.side].selected = selected;
      options.select(selected);
    }
    options.settle();
  }

  private followHover(pane: Pane): () => void {
    const own = this.mirrored[pane.side];
    return effect(() => {
      const name = pane.session.hover.node.value;
      if (name === own.hovered) return;
      own.hovered = name;
      untracked(() => {
        const other = this.otherThan(pane);
        const beside = name === "" ? "" : (this.findFor(pane, name)?.[other.side]?.node ?? "");
        this.mirrored[other.side].hovered = beside;
        other.session.hover.point(beside);
      });
    });
  }

  /** The boxes that are drawn in both panes, from the leading one to the other. */
  private findPairs(): readonly BoxPair[] {
    const here = this.paneOf(this.leading.value);
    const there = this.otherThan(here);
    const [scene, other] = [here.session.scene.value, there.session.scene.value];
    if (scene === null || other === null) return [];
    const selected = here.session.findBox(here.session.options.selectedNode.value)?.name;
    return scene.boxes.flatMap((box): BoxPair[] => {
      const name = this.nodes.find(here.side, box.scope, box.node.name)?.[there.side]?.node;
      const beside = name === undefined ? undefined : other.boxByName.get(name);
      if (beside === undefined || beside.isOpen !== box.isOpen) return [];
      return [
        {
          here: box.worldRect,
          there: beside.worldRect,
          isSelected: box.node.name === selected,
          isOpen: box.isOpen,
        },
      ];
    });
  }

  private followCamera(): () => void {
    let isDue = false;
    return effect(() => {
      const here = this.paneOf(this.leading.value);
      const [one, other] = [here.viewport.value, this.otherThan(here).viewport.value];
      for (const viewport of [one, other]) viewport?.viewSize.value;
      one?.camera.value;
      this.pairs.value;
      this.otherThan(here).session.scene.value;
      if (isDue) return;
      isDue = true;
      // By then, both have what they show next, and whether they turn there.
      queueMicrotask(() => {
        isDue = false;
        if (!this.isDisposed) this.lookInStep();
      });
    });
  }

  private lookInStep(): void {
    const here = this.paneOf(this.leading.peek());
    const there = this.otherThan(here);
    const [one, other] = [here.viewport.peek(), there.viewport.peek()];
    if (one?.shown === undefined || other?.shown === undefined) return;
    const camera = one.camera.peek();
    const last = this.last?.side === here.side ? this.last : undefined;
    const found = cameraInStep(
      camera,
      one.viewSize.peek(),
      this.pairs.peek(),
      other.viewSize.peek(),
      last,
    );
    if (found !== undefined && !isSameCamera(rounded(found), other.camera.peek())) {
      // What is selected, opened or revealed is turned to; what a hand moves is there at once.
      if (isTurn(last?.here, camera)) other.restore(found, false);
      else other.lookAt(found);
    }
    this.last = { here: camera, there: other.camera.peek(), side: here.side };
  }
}

/** Whether a drawing turned from one camera to another, or anything else is why the other one moves. */
function isTurn(before: Camera | undefined, now: Camera): boolean {
  if (before === undefined || isSameCamera(before, now)) return true;
  return before.scale === now.scale && Math.hypot(now.x - before.x, now.y - before.y) > TURN_PX;
}

function isSameCamera(one: Camera, other: Camera): boolean {
  return one.x === other.x && one.y === other.y && one.scale === other.scale;
}

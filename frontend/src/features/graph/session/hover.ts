/** The node and the edge pointed at, on the canvas or in a list beside it. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Scene } from "../scene/scene";
import { type NodePath, visibleAncestor } from "../scene/visible-ancestor";

/** A pointer that stays on a row for so long points at it. */
const REST_MS = 100;

export class Hover {
  /** Empty for none. */
  readonly node = signal("");
  readonly edge = signal<string | undefined>(undefined);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly scene: ReadonlySignal<Scene | null>) {}

  dispose(): void {
    clearTimeout(this.timer);
  }

  /** Points at a node that is drawn. */
  point(name: string): void {
    clearTimeout(this.timer);
    this.node.value = name;
  }

  /** Not for rows that scroll past under the pointer: each would be highlighted in the drawing. */
  pointSoon(name: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.point(name), REST_MS);
  }

  /** Points at a node, or at the closed scope that it is in. */
  pointAt(place: NodePath): void {
    this.point(visibleAncestor(this.scene.peek(), place));
  }

  clear(): void {
    this.point("");
  }
}

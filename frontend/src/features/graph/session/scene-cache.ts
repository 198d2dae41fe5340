/** Scenes that are there, or on their way, for when they are wanted next or once more. */

import type { Scene } from "../scene/scene";
import { type Drawing, drawnNodes, isSameDrawing } from "../visible/layout-input";

/** Nodes of all scenes together; at a kilobyte or so for each with its lines. */
const MAX_NODES = 16_000;

interface Kept {
  readonly drawing: Drawing;
  readonly nodes: number;
  readonly scene: Promise<Scene | undefined>;
}

export class KeptScenes {
  /** The one that was wanted last stands last. */
  private kept: Kept[] = [];

  /** Undefined when there is none; it resolves to undefined when it was given up. */
  find(drawing: Drawing): Promise<Scene | undefined> | undefined {
    const found = this.kept.find((one) => isSameDrawing(one.drawing, drawing));
    if (found === undefined) return undefined;
    this.kept = [...this.kept.filter((one) => one !== found), found];
    return found.scene;
  }

  /** Keeps a scene in the place of those that were not wanted for longest. */
  keep(drawing: Drawing, scene: Promise<Scene | undefined>): void {
    const one = { drawing, nodes: drawnNodes(drawing), scene };
    const others = this.kept.filter((other) => !isSameDrawing(other.drawing, drawing));
    this.kept = withinBound([...others, one]);
    const drop = (): void => {
      this.kept = this.kept.filter((other) => other !== one);
    };
    // Whoever wants it makes it again, and is told why that fails.
    scene.then((made) => made ?? drop(), drop);
  }
}

/** The last of them, as many as there is room for, and one at least. */
function withinBound(all: readonly Kept[]): Kept[] {
  let room = MAX_NODES;
  const first = all.findLastIndex((one, index) => {
    room -= one.nodes;
    return room < 0 && index < all.length - 1;
  });
  return all.slice(first + 1);
}

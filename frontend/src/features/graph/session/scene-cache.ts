/** Scenes that are there, or on their way, for when they are wanted next or once more. */

import type { Scene } from "../scene/scene";
import { drawnNodes, isSameInput, type LayoutInput } from "../visible/layout-input";

/** Nodes of all scenes together; at a kilobyte or so for each with its lines. */
const MAX_NODES = 16_000;

interface CachedScene {
  readonly input: LayoutInput;
  readonly nodes: number;
  readonly scene: Promise<Scene | undefined>;
}

export class SceneCache {
  /** The one that was wanted last stands last. */
  private scenes: CachedScene[] = [];

  /** Undefined when there is none; it resolves to undefined when it was given up. */
  find(input: LayoutInput): Promise<Scene | undefined> | undefined {
    const found = this.scenes.find((one) => isSameInput(one.input, input));
    if (found === undefined) return undefined;
    this.scenes = [...this.scenes.filter((one) => one !== found), found];
    return found.scene;
  }

  /** Adds a scene; the least recently used ones make room for it. */
  put(input: LayoutInput, scene: Promise<Scene | undefined>): void {
    const one = { input, nodes: drawnNodes(input), scene };
    const others = this.scenes.filter((other) => !isSameInput(other.input, input));
    this.scenes = withinBound([...others, one]);
    const drop = (): void => {
      this.scenes = this.scenes.filter((other) => other !== one);
    };
    // The next request builds it again, and reports its error.
    scene.then((made) => made ?? drop(), drop);
  }
}

/** The last of them, as many as there is room for, and one at least. */
function withinBound(all: readonly CachedScene[]): CachedScene[] {
  let room = MAX_NODES;
  const first = all.findLastIndex((one, index) => {
    room -= one.nodes;
    return room < 0 && index < all.length - 1;
  });
  return all.slice(first + 1);
}

import { enclosingNames } from "../scope/model";
import type { Scene } from "./scene";

/** A node with the scopes around it from the outermost, more than its name may reveal. */
export interface NodePath {
  /** What is meant, where that is a constant or a summary that `node` has beside it. */
  readonly name?: string;
  readonly node: string;
  readonly scopes: readonly string[];
}

/** The node that shows another one: itself, or the closed scope around it; empty if there is none. */
export function visibleAncestor(scene: Scene | null, { node, scopes }: NodePath): string {
  for (const around of [node, ...scopes.toReversed()]) {
    const box = scene?.boxByName.get(around);
    // What is in an open scope and is not shown is hidden.
    if (box !== undefined) return box.isOpen && around !== node ? "" : around;
  }
  return "";
}

/** The path as far as the name alone determines it. */
export function pathByName(name: string): NodePath {
  return { node: name, scopes: enclosingNames(name) };
}

import { enclosingNames } from "../scope/model";
import type { Scene } from "./scene";

/** Where a node stands: the scopes around it from the outermost, more than its name may tell. */
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

/** As far as its name alone tells. */
export function pathByName(name: string): NodePath {
  return { node: name, scopes: enclosingNames(name) };
}

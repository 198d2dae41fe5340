/** The scope whose corner stays where it is on the screen when the next scene arrives. */
import { toggleScope } from "../options/expansion";

let anchor: string | undefined;

/** The node to hold, or undefined where the next scene has a camera of its own. */
export function findAnchor(): string | undefined {
  return anchor;
}

/** Holds the corner of this node's box while the next scene is shown. */
export function setAnchor(name: string): void {
  anchor = name;
}

/** Leaves the next scene to its own camera. */
export function clearAnchor(): void {
  anchor = undefined;
}

/** Opens or closes a scope and holds its place on the screen. */
export function toggleInPlace(name: string): void {
  setAnchor(name);
  toggleScope(name);
}

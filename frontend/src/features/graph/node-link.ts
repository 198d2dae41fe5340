/** Links to one node of the graph. */
import { parseQuery, printQuery, valuesOf, withValues } from "../../lib/query";
import { enclosingNames } from "./model";
import type { Scene } from "./scene";

/** The address of a view, with a node selected and the scopes around it open besides others. */
export function linkToNode(viewUrl: string, node: string, scopes: readonly string[]): string {
  const url = new URL(viewUrl);
  const query = parseQuery(url.search);
  const open = [...new Set([...valuesOf(query, "open"), ...scopes])];
  url.search = printQuery(withValues(withValues(query, "open", open), "node", [node]));
  return url.href;
}

/** The scopes that a node is drawn in; members of a series are named as its siblings. */
export function scopesOfNode(scene: Scene | null, node: string): string[] {
  let box = scene?.boxByName.get(node);
  if (box === undefined) return enclosingNames(node);
  const scopes: string[] = [];
  while (box !== undefined && box.scope !== "") {
    scopes.unshift(box.scope);
    box = scene?.boxByName.get(box.scope);
  }
  return scopes;
}

/** Links to one node of the graph. */
import { parseQuery, printQuery, valuesOf, withValues } from "../../../lib/browser/query-string";
import type { Scene } from "../scene/scene";
import { enclosingNames } from "../scope/model";

/** A view, as a query without `?`, with a node selected and the scopes around it open too. */
export function viewWithNode(search: string, node: string, scopes: readonly string[]): string {
  const query = parseQuery(search);
  const open = [...new Set([...valuesOf(query, "open"), ...scopes])];
  const closed = valuesOf(query, "closed").filter((name) => !scopes.includes(name));
  const opened = withValues(withValues(query, "open", open), "closed", closed);
  return printQuery(withValues(opened, "node", [node])).slice(1);
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

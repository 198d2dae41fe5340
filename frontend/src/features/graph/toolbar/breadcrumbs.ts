import { parentName, type Scope } from "../scope/model";

/** One scope on the way to a node, or the node itself. */
export interface Crumb {
  readonly name: string;
  readonly label: string;
}

/**
 * The scopes around a node, outermost first, and the node itself.
 *
 * `findScopeAround` knows where a node stands: the members of a series are named as its siblings
 * and stand in it. Where a scope has not been sent, the name says what it stands in.
 */
export function crumbsTo(
  name: string,
  findScopeAround: (name: string) => Scope | undefined,
): Crumb[] {
  const crumbs: Crumb[] = [];
  const seen = new Set([""]);
  for (let at = name; !seen.has(at); ) {
    seen.add(at);
    const around = findScopeAround(at);
    const node = around?.nodes.find((child) => child.name === at);
    const holder = around?.name ?? parentName(at);
    crumbs.unshift({ name: at, label: node?.label ?? lastPart(at) });
    at = holder;
  }
  return crumbs;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

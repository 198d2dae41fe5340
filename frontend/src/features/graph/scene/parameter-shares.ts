/** What part of a graph's parameters is in each node. */
import type { ScopeNode } from "../scope/model";
import type { LayoutSubject } from "./layout-request";

/**
 * By the name of a node, above 0 and at most 1: trainable weights and others, of those that are
 * known. Nodes without parameters are left out, and so are the functions of the library, which the
 * graph has at their calls.
 */
export function parameterShares({ scopes }: LayoutSubject): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const total = scopes[0] === undefined ? 0 : parametersOf(scopes[0].visible.scope);
  if (total === 0) return shares;
  for (const { children } of scopes) {
    for (const { item: node } of children) {
      const own = node.reason?.kind === "library" ? 0 : parametersOf(node);
      if (own > 0) shares.set(node.name, Math.min(1, own / total));
    }
  }
  return shares;
}

function parametersOf({ costs }: Pick<ScopeNode, "costs">): number {
  return (costs.parameters ?? 0) + (costs.non_trainable ?? 0);
}

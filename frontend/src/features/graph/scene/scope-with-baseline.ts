/**
 * The layout's view of one scope: its drawn items, and undrawn ones of the baseline (the scope
 * without hiding and regrouping), which hold the others in their order.
 */

import type { Scope, ScopeBridge, ScopeEdge, ScopeNode } from "../scope/model";
import { inNaturalOrder } from "./name-series";

/** A node, an edge or a bridge: as it is drawn, or else as it is in the baseline. */
export interface WithBaseline<Item> {
  readonly item: Item;
  readonly isDrawn: boolean;
  /** Undefined for what is there only because a viewer regrouped. */
  readonly baseline: Item | undefined;
}

export interface ScopeWithBaseline {
  readonly nodes: readonly WithBaseline<ScopeNode>[];
  readonly edges: readonly WithBaseline<ScopeEdge>[];
  readonly bridges: readonly WithBaseline<ScopeBridge>[];
}

/** `baseline` is the same as `drawn` where the viewer hid and regrouped nothing. */
export function scopeWithBaseline(drawn: Scope, baseline: Scope): ScopeWithBaseline {
  return {
    nodes: inNaturalOrder(
      unite(drawn.nodes, baseline.nodes, ({ name }) => name),
      ({ item }) => item.label,
    ),
    edges: unite(drawn.edges, baseline.edges, edgeKey),
    bridges: unite(drawn.bridges, baseline.bridges, bridgeKey),
  };
}

function edgeKey({ source, target, kind }: ScopeEdge): string {
  return `${source}\n${target}\n${kind}`;
}

function bridgeKey({ node, neighbour, direction, kind }: ScopeBridge): string {
  return `${node}\n${neighbour}\n${direction} ${kind}`;
}

/** In the order of the baseline, which decides where nothing else does; new items come last. */
function unite<Item>(
  drawn: readonly Item[],
  baseline: readonly Item[],
  keyOf: (item: Item) => string,
): WithBaseline<Item>[] {
  if (drawn === baseline) return drawn.map((item) => ({ item, isDrawn: true, baseline: item }));
  const rest = new Map(drawn.map((item) => [keyOf(item), item]));
  const united = baseline.map((item): WithBaseline<Item> => {
    const key = keyOf(item);
    const now = rest.get(key);
    rest.delete(key);
    return { item: now ?? item, isDrawn: now !== undefined, baseline: item };
  });
  for (const item of rest.values()) united.push({ item, isDrawn: true, baseline: undefined });
  return united;
}

/**
 * What the engine is told of one scope: what is drawn of it, and what is not drawn and yet holds
 * the others in their order, for it is there for somebody who hid and regrouped nothing.
 */
import type { Scope, ScopeBridge, ScopeEdge, ScopeNode } from "../scope/model";

/** A node, an edge or a bridge: as it is drawn, or else as it usually is. */
export interface Told<Item> {
  readonly item: Item;
  readonly isDrawn: boolean;
  /** Undefined for what is there only because a viewer regrouped. */
  readonly usual: Item | undefined;
}

export interface ToldScope {
  readonly nodes: readonly Told<ScopeNode>[];
  readonly edges: readonly Told<ScopeEdge>[];
  readonly bridges: readonly Told<ScopeBridge>[];
}

/** `usual` is the same as `drawn` where the viewer hid and regrouped nothing. */
export function toldScope(drawn: Scope, usual: Scope): ToldScope {
  return {
    nodes: unite(drawn.nodes, usual.nodes, ({ name }) => name),
    edges: unite(drawn.edges, usual.edges, edgeKey),
    bridges: unite(drawn.bridges, usual.bridges, bridgeKey),
  };
}

function edgeKey({ source, target, kind }: ScopeEdge): string {
  return `${source}\n${target}\n${kind}`;
}

function bridgeKey({ node, neighbour, direction, kind }: ScopeBridge): string {
  return `${node}\n${neighbour}\n${direction} ${kind}`;
}

/** In the usual order, which decides where nothing else does; what is new comes last. */
function unite<Item>(
  drawn: readonly Item[],
  usual: readonly Item[],
  keyOf: (item: Item) => string,
): Told<Item>[] {
  if (drawn === usual) return drawn.map((item) => ({ item, isDrawn: true, usual: item }));
  const rest = new Map(drawn.map((item) => [keyOf(item), item]));
  const told = usual.map((item): Told<Item> => {
    const key = keyOf(item);
    const now = rest.get(key);
    rest.delete(key);
    return { item: now ?? item, isDrawn: now !== undefined, usual: item };
  });
  for (const item of rest.values()) told.push({ item, isDrawn: true, usual: undefined });
  return told;
}

import { bytesText } from "../../../lib/format/number";
import type { Direction, EdgeKind, Scope } from "./model";
import { nodeEdgeText } from "./node-edge-text";

/** One metaedge at a node, seen from the node. */
export interface NodeEdge {
  /** The other end: a sibling, or a node outside the scope. */
  readonly other: string;
  readonly kind: EdgeKind;
  readonly tensors: number;
  readonly label: string | null;
  readonly bytes: number | null;
}

/** What a node reads (`in`) or feeds (`out`), data before control, large before small. */
export function nodeEdges(scope: Scope, name: string, direction: Direction): readonly NodeEdge[] {
  const known = linksByScope.get(scope) ?? collectLinks(scope);
  linksByScope.set(scope, known);
  const own = known[direction].get(name);
  if (own === undefined) return [];
  // Sorted on access: of thousands of nodes few are read.
  if (!own.isSorted) own.links.sort(compareLinks);
  own.isSorted = true;
  return own.links;
}

interface OwnLinks {
  readonly links: NodeEdge[];
  isSorted: boolean;
}

type LinksByNode = Readonly<Record<Direction, Map<string, OwnLinks>>>;

/** A scope as it was sent never changes. */
const linksByScope = new WeakMap<Scope, LinksByNode>();

function collectLinks({ edges, bridges }: Scope): LinksByNode {
  const all: LinksByNode = { in: new Map(), out: new Map() };
  const add = (name: string, direction: Direction, link: NodeEdge): void => {
    const own = all[direction].get(name);
    if (own === undefined) all[direction].set(name, { links: [link], isSorted: false });
    else own.links.push(link);
  };
  for (const edge of edges) {
    add(edge.source, "out", { ...pick(edge), other: edge.target });
    add(edge.target, "in", { ...pick(edge), other: edge.source });
  }
  for (const bridge of bridges) {
    add(bridge.node, bridge.direction, { ...pick(bridge), other: bridge.neighbour });
  }
  return all;
}

function compareLinks(a: NodeEdge, b: NodeEdge): number {
  return (
    KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
    (b.bytes ?? -1) - (a.bytes ?? -1) ||
    a.other.localeCompare(b.other)
  );
}

const KIND_ORDER: Readonly<Record<EdgeKind, number>> = { data: 0, reference: 1, control: 2 };

function pick({ kind, tensors, label, bytes }: Omit<NodeEdge, "other">): Omit<NodeEdge, "other"> {
  return { kind, tensors, label, bytes };
}

/** How much flows; a dimension that is not known counts as 1, so that it is the least. */
export function flowText(link: NodeEdge): string {
  if (link.bytes === null || link.kind === "control") return nodeEdgeText(link);
  const isLeast = link.label?.includes("?") ?? false;
  return `${nodeEdgeText(link)} · ${isLeast ? "≥ " : ""}${bytesText(link.bytes)}`;
}

import { bytesText } from "../../lib/number-text";
import type { Direction, EdgeKind, Scope } from "./model";

/** One metaedge at a node, seen from the node. */
export interface NodeLink {
  /** The other end: a sibling, or a node outside the scope. */
  readonly other: string;
  readonly kind: EdgeKind;
  readonly tensors: number;
  readonly label: string | null;
  readonly bytes: number | null;
}

/** What a node reads (`in`) or feeds (`out`), data before control, large before small. */
export function nodeLinks(scope: Scope, name: string, direction: Direction): NodeLink[] {
  const isIn = direction === "in";
  const links: NodeLink[] = [];
  for (const edge of scope.edges) {
    if ((isIn ? edge.target : edge.source) !== name) continue;
    links.push({ ...pick(edge), other: isIn ? edge.source : edge.target });
  }
  for (const bridge of scope.bridges) {
    if (bridge.node !== name || bridge.direction !== direction) continue;
    links.push({ ...pick(bridge), other: bridge.neighbour });
  }
  return links.sort(
    (a, b) =>
      KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
      (b.bytes ?? -1) - (a.bytes ?? -1) ||
      a.other.localeCompare(b.other),
  );
}

const KIND_ORDER: Readonly<Record<EdgeKind, number>> = { data: 0, reference: 1, control: 2 };

function pick({ kind, tensors, label, bytes }: Omit<NodeLink, "other">): Omit<NodeLink, "other"> {
  return { kind, tensors, label, bytes };
}

/** How much flows; a dimension that is not known counts as 1, so that it is the least. */
export function flowText(link: NodeLink): string {
  if (link.bytes === null || link.kind === "control") return linkText(link);
  const isLeast = link.label?.includes("?") ?? false;
  return `${linkText(link)} · ${isLeast ? "≥ " : ""}${bytesText(link.bytes)}`;
}

/** What flows, in words: `?×784`, `6 tensors`, `control dependency`. */
export function linkText({ kind, tensors, label }: Omit<NodeLink, "other" | "bytes">): string {
  if (kind === "control") {
    return tensors === 1 ? "control dependency" : `${tensors} control dependencies`;
  }
  const what = label ?? (tensors === 1 ? "shape unknown" : `${tensors} tensors`);
  return kind === "reference" ? `${what}, by reference` : what;
}

/**
 * The drawn graph as data: nodes, and edges whose ends are nodes or ports on a scope's border.
 *
 * A metaedge comes in pieces: one in every scope that it passes through. Where two pieces meet, on
 * the border of an open scope, there is a port. The pieces do not record which tensor continues
 * where, so none is joined to another.
 */
import type { LayoutOptions } from "../layout/request";
import type { Scene, SceneBox, SceneEdge } from "../scene/scene";
import type { EdgeKind } from "../scope/model";

/** One end of a piece: a closed node, or a port of an open scope. */
export type End =
  | { readonly node: string; readonly port?: undefined }
  | { readonly port: Port; readonly node?: undefined };

export interface Port {
  /** The open scope on whose border it is. */
  readonly scope: string;
  readonly direction: "in" | "out";
  /** The other end of the metaedge, as named where both ends meet. */
  readonly neighbour: string;
  readonly isControl: boolean;
}

export interface ViewEdge {
  /** The innermost scope that the piece is drawn in; empty for the top level. */
  readonly scope: string;
  readonly source: End;
  readonly target: End;
  readonly kind: EdgeKind;
  readonly label: string | null;
  readonly tensors: number;
  /** As it is drawn: its thickness, its points and the middle of its label. */
  readonly width: number;
  readonly worldPoints: Float64Array;
  readonly worldLabel: SceneEdge["worldLabel"];
}

export interface ViewGraph {
  readonly style: LayoutOptions;
  readonly boxes: readonly SceneBox[];
  readonly edges: readonly ViewEdge[];
}

/** The boxes given, and the pieces of edges both ends of which are among them. */
export function viewGraph(scene: Scene, boxes: readonly SceneBox[]): ViewGraph {
  const names = new Set(boxes.map(({ node }) => node.name));
  const isShown = (end: End): boolean => names.has(end.node ?? end.port?.scope ?? "");
  const edges = scene.edges
    .map((edge) => viewEdge(scene, edge))
    .filter(({ source, target }) => isShown(source) && isShown(target));
  return { style: scene.style, boxes, edges };
}

function viewEdge(scene: Scene, edge: SceneEdge): ViewEdge {
  const { key, source, target, kind, label, tensors, width, worldPoints, worldLabel } = edge;
  const scope = key.slice(0, key.indexOf("\n"));
  const isControl = kind === "control";
  const from = { scope, name: source, neighbour: target, isControl };
  const to = { scope, name: target, neighbour: source, isControl };
  return {
    scope,
    source: endOf(scene, { ...from, leavesAs: "out", entersAs: "in" }),
    target: endOf(scene, { ...to, leavesAs: "in", entersAs: "out" }),
    kind,
    label,
    tensors,
    width,
    worldPoints,
    worldLabel,
  };
}

interface PieceEnd {
  readonly scope: string;
  readonly name: string;
  readonly neighbour: string;
  readonly isControl: boolean;
  /** The direction of its port at an open child, and at the border of the scope around. */
  readonly leavesAs: "in" | "out";
  readonly entersAs: "in" | "out";
}

function endOf(scene: Scene, end: PieceEnd): End {
  const box = scene.boxByName.get(end.name);
  const { isControl } = end;
  if (box === undefined || box.scope !== end.scope) {
    const neighbour = end.name;
    return { port: { scope: end.scope, direction: end.entersAs, neighbour, isControl } };
  }
  if (!box.isOpen) return { node: end.name };
  const { neighbour } = end;
  return { port: { scope: end.name, direction: end.leavesAs, neighbour, isControl } };
}

/** The same for the same port, and for no other. */
export function portKey({ scope, direction, neighbour, isControl }: Port): string {
  return JSON.stringify([scope, direction, neighbour, isControl]);
}

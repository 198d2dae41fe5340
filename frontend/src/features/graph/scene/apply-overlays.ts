/** Puts on a scene what searches, traces and colourings answered; nothing moves by it. */
import type { NodeFill } from "./node-fill";
import type { Scene, SceneBox, SceneEdge } from "./scene";
import type { SearchHits } from "./search-hits";

export interface OverlayMarks {
  /** What a search found, by node in sight. */
  readonly found: ReadonlyMap<string, SearchHits>;
  /** The nodes in sight that are on a trace: all else is faded. Undefined without one. */
  readonly traced: ReadonlySet<string> | undefined;
  /** What nodes are coloured by. */
  readonly fills: ReadonlyMap<string, NodeFill>;
  /** Nodes that are faded, as they took no part in what was measured. */
  readonly unused: ReadonlySet<string>;
  /** What part of what was measured is in each node; undefined for that of the parameters. */
  readonly shares: ReadonlyMap<string, number> | undefined;
}

export const NO_OVERLAYS: OverlayMarks = {
  found: new Map(),
  traced: undefined,
  fills: new Map(),
  unused: new Set(),
  shares: undefined,
};

/** What is left of the opacity of faded boxes and edges. */
const FADED_BOX = 0.3;
const FADED_EDGE = 0.18;

/** The same scene where there is nothing to be shown. */
export function applyOverlays(scene: Scene, marks: OverlayMarks): Scene {
  const { found, traced, fills, unused } = marks;
  if (found.size + fills.size + unused.size === 0 && traced === undefined) return scene;
  const boxes = scene.boxes.map((box) => showBox(box, marks));
  const edges = traced === undefined ? scene.edges : fadeEdges(scene.edges, traced);
  const boxByName = new Map(boxes.map((box) => [box.node.name, box]));
  return { ...scene, boxes, edges, boxByName, shares: marks.shares ?? scene.shares };
}

function showBox(box: SceneBox, { found, traced, fills, unused }: OverlayMarks): SceneBox {
  const { name } = box.node;
  const isFaded = unused.has(name) || traced?.has(name) === false;
  const marks = { fill: box.isOpen ? undefined : fills.get(name), found: found.get(name) };
  if (marks.fill === undefined && marks.found === undefined && !isFaded) return box;
  return { ...box, ...marks, opacity: isFaded ? box.opacity * FADED_BOX : box.opacity };
}

function fadeEdges(edges: readonly SceneEdge[], traced: ReadonlySet<string>): SceneEdge[] {
  return edges.map((edge) => {
    const isOn = traced.has(edge.source) && traced.has(edge.target);
    return isOn ? edge : { ...edge, opacity: edge.opacity * FADED_EDGE };
  });
}

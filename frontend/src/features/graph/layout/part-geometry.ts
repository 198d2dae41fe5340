import { assignBands, type Bands, type BorderGaps } from "./bands";
import { assignX, type Extents, spanOf } from "./brandes-koepf";
import type { Subgraph } from "./flat-graph";
import type { LayeredGraph } from "./layers";
import type { ScopeRequest } from "./request";
import type { PartPlan } from "./scope-plan";
import { segmentThickness } from "./slots";
import { BESIDE_LINE, LINE_GAP, LOOP_REACH, NODE_GAP } from "./spacing";
import { type Detours, wrapPart } from "./wrap";

/** Real sizes of the children's boxes, and where the ports of open children are. */
export interface ChildSizes {
  readonly width: Float64Array;
  readonly height: Float64Array;
  readonly ports: EndOffsets;
}

/** Per edge, how far right of the anchors its ends meet ports; NaN where there is no port. */
export interface EndOffsets {
  readonly atSource: Float64Array;
  readonly atTarget: Float64Array;
}

/** Coordinates of one part before it has found its place in the scope. */
export interface PartGeometry {
  readonly x: Float64Array;
  readonly bands: Bands;
  /** The ways of segments that go on in the next column, where the part is wrapped. */
  readonly detours: Detours;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const NO_DETOURS: Detours = new Map();

/** Coordinates of a connected part, its first rank at 0 and growing along the flow. */
export function measurePart(
  request: ScopeRequest,
  sizes: ChildSizes,
  { part, layered, order, cuts }: PartPlan,
  border: BorderGaps,
): PartGeometry {
  const extents = extentsOf(request, sizes, part, layered);
  const x = assignX(layered, order, extents);
  const heights = Float64Array.from(part.nodes, (v) => footprintHeight(request, sizes, v));
  const wantsLabel = gapsWithLabels(request, part.edges, layered);
  const bands = assignBands(layered, x, heights, wantsLabel, border);
  if (cuts.length > 0) {
    const wrapped = wrapPart(layered, order, cuts, extents, x, bands, border);
    return { ...wrapped, width: wrapped.right - wrapped.left };
  }
  const { left, right } = spanOf(x, extents);
  const height = bands.high.at(-1) ?? 0;
  return { x, bands, detours: NO_DETOURS, left, width: right - left, height };
}

/** The height of a child with its annotations; ports have none. */
export function footprintHeight(request: ScopeRequest, sizes: ChildSizes, v: number): number {
  if (v >= request.childCount) return 0;
  return Math.max(sizes.height[v], request.annotationHeight[v]);
}

/** Per edge of a part, how thick it is. */
export function edgeThickness(request: ScopeRequest, { edges }: Subgraph): Float64Array {
  return Float64Array.from(edges, (e) => request.thickness[e]);
}

/** Room beside every vertex: half the gap to a neighbour and whatever stands there. */
function extentsOf(
  request: ScopeRequest,
  sizes: ChildSizes,
  part: Subgraph,
  layered: LayeredGraph,
): Extents {
  const left = lineRoom(request, part, layered);
  const right = left.slice();
  part.nodes.forEach((v, i) => {
    if (v >= request.childCount) return;
    left[i] = NODE_GAP / 2 + sizes.width[v] / 2 + request.roomBefore[v];
    right[i] = NODE_GAP / 2 + sizes.width[v] / 2 + request.roomAfter[v];
  });
  part.edges.forEach((e, i) => {
    const from = layered.chainStart[i];
    const length = layered.chainStart[i + 1] - from;
    if (length === 0) right[part.graph.source[i]] += LOOP_REACH;
    if (length < 2 || request.labelWidth[e] === 0) return;
    // The label of a long edge has its place at the dummy half-way.
    const dummy = layered.low[layered.chain[from + (length >> 1)]];
    left[dummy] = Math.max(left[dummy], request.labelWidth[e] / 2 + 2);
    right[dummy] = left[dummy];
  });
  return { left, right };
}

/** Per vertex, half the room that the line of a long edge needs. */
function lineRoom(request: ScopeRequest, part: Subgraph, layered: LayeredGraph): Float64Array {
  const room = new Float64Array(layered.vertexCount).fill(LINE_GAP / 2);
  const thickness = segmentThickness(layered, edgeThickness(request, part));
  for (let s = 0; s < thickness.length; s++) {
    const v = layered.low[s];
    room[v] = Math.max(room[v], (thickness[s] + BESIDE_LINE) / 2);
  }
  return room;
}

/** Per gap, 1 when an edge that lies in this gap alone has a label. */
function gapsWithLabels(
  request: ScopeRequest,
  edges: Int32Array,
  layered: LayeredGraph,
): Uint8Array {
  const wants = new Uint8Array(layered.rankCount);
  edges.forEach((e, i) => {
    const from = layered.chainStart[i];
    const isShort = layered.chainStart[i + 1] - from === 1;
    if (isShort && request.labelWidth[e] > 0) {
      wants[layered.rank[layered.low[layered.chain[from]]]] = 1;
    }
  });
  return wants;
}

import { assignX, type Extents, spanOf } from "../coordinates/brandes-koepf";
import {
  assignSlots,
  type PortLanes,
  type PortOffsets,
  type Slots,
} from "../coordinates/edge-slots";
import { flowWeights, segmentMost } from "../coordinates/flow-weights";
import { assignBands, type Bands, type BorderGaps } from "../coordinates/rank-bands";
import { straighten } from "../coordinates/straighten";
import { FIRST, FREE, type Subgraph } from "../core/flat-graph";
import type { Steps } from "../core/resumable";
import { pick, tabulate } from "../core/typed-arrays";
import type { Detours } from "../fold/wrap-layers";
import type { LayeredGraph } from "../rank/layered-graph";
import type { Tracks } from "../route/orthogonal-tracks";
import { BESIDE_LINE, LINE_GAP, LOOP_REACH, NODE_GAP, STEM } from "../spacing";
import type { FlowRequest } from "./flow-direction";
import { type LatePasses, required } from "./late";
import type { PartOrder } from "./part-order";

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

/** How a part is drawn: how far apart, and whether its lines turn in right angles. */
export interface Style {
  readonly spread: number;
  readonly isRightAngled: boolean;
  /** Undefined until they are loaded. */
  readonly late: LatePasses | undefined;
}

/** Coordinates of one part before it has found its place in the scope. */
export interface PartGeometry {
  readonly x: Float64Array;
  readonly slots: Slots;
  /** Present where several lines share a port. */
  readonly lanes: PortLanes | undefined;
  /** Per edge, 1 when it leaves its port in one stem with others. */
  readonly stems: Int32Array;
  /** Present when lines turn in right angles. */
  readonly tracks: Tracks | undefined;
  readonly bands: Bands;
  /** The ways of segments that go on in the next column, where the part is wrapped. */
  readonly detours: Detours;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const NO_DETOURS: Detours = new Map();

/** Coordinates of a connected part, its first rank at 0 and growing along the flow. */
export function* measurePart(
  request: FlowRequest,
  sizes: ChildSizes,
  plan: PartOrder,
  border: BorderGaps,
  style: Style,
): Steps<PartGeometry> {
  const { part, layered, order, cuts } = plan;
  const edgeThickness = pick(request.thickness, part.edges);
  const thickness = segmentMost(layered, edgeThickness);
  const bundles = bundlesOf(request, part);
  const late = hasBusyPort(part) ? required(style.late) : undefined;
  const trunks = late?.findTrunks(part.graph, layered, edgeThickness, bundles) ?? [];
  const room = lineRoom(layered, thickness);
  late?.makeRoom(trunks, layered, room);
  const extents = extentsOf(request, sizes, part, layered, room, style.spread);
  const ports = portOffsets(sizes, plan);
  const aligned = yield* assignX(layered, order, extents);
  const x = straighten(
    layered,
    order,
    extents,
    ports,
    flowWeights(part.graph, plan.dag, layered),
    aligned,
  );
  yield;
  const lanes = late?.assignLanes(trunks, layered, edgeThickness, x);
  const boxWidth = tabulate(part.nodes.length, (i) => sizes.width[part.nodes[i]] ?? 0);
  const slots = assignSlots(layered, order, x, boxWidth, thickness, ports, lanes);
  yield;
  const tracks = style.isRightAngled
    ? required(style.late).assignTracks(layered, slots)
    : undefined;
  const heights = tabulate(part.nodes.length, (i) =>
    footprintHeight(request, sizes, part.nodes[i]),
  );
  const extra = labelRoom(request, part.edges, layered);
  const stems = bundles.map((bundle, i) => Number(bundle >= 0 && isFromPort(plan, i)));
  if (stems.includes(1)) extra[0] = Math.max(extra[0], STEM);
  tracks?.count.forEach((count, r) => {
    extra[r] += Math.max(0, count - 3) * required(style.late).TRACK_GAP;
  });
  const lines = { x, slots, thickness };
  const bands = assignBands(layered, lines, heights, extra, border, style.spread);
  if (cuts.length > 0) {
    const { wrapPart } = required(style.late);
    const labels = segmentMost(layered, pick(request.labelWidth, part.edges));
    const wrapped = wrapPart(layered, order, cuts, extents, x, bands, labels, border);
    const shifted = shiftSlots(layered, slots, x, wrapped.x);
    return {
      ...wrapped,
      slots: shifted,
      lanes,
      stems,
      tracks,
      width: wrapped.right - wrapped.left,
    };
  }
  const { left, right } = spanOf(x, extents);
  const height = bands.high.at(-1) ?? 0;
  const width = right - left;
  return { x, slots, lanes, stems, tracks, bands, detours: NO_DETOURS, left, width, height };
}

/** The same with all gaps between ranks higher by a factor; a wrapped part stays as it is. */
export function stretchPart(geometry: PartGeometry, factor: number): PartGeometry {
  if (geometry.detours.size > 0 || factor === 1) return geometry;
  const { low, high } = geometry.bands;
  const bands = { low: low.slice(), high: high.slice() };
  for (let r = 1; r < low.length; r++) {
    bands.low[r] = bands.high[r - 1] + factor * (low[r] - high[r - 1]);
    bands.high[r] = bands.low[r] + high[r] - low[r];
  }
  return { ...geometry, bands, height: bands.high.at(-1) ?? 0 };
}

/** The height of all gaps between its ranks. */
export function gapsOf({ bands: { low, high }, detours }: PartGeometry): number {
  if (detours.size > 0) return 0;
  return low.reduce((sum, y, r) => (r === 0 ? sum : sum + y - high[r - 1]), 0);
}

function portOffsets({ ports }: ChildSizes, { part, dag }: PartOrder): PortOffsets {
  const { atSource, atTarget } = ports;
  const { edges } = part;
  return {
    atLow: tabulate(edges.length, (i) => (dag.reversed[i] ? atTarget : atSource)[edges[i]]),
    atHigh: tabulate(edges.length, (i) => (dag.reversed[i] ? atSource : atTarget)[edges[i]]),
  };
}

/** Per edge of a part, the number of its bundle; -1 for most. */
function bundlesOf({ bundle }: FlowRequest, { edges }: Subgraph): Int32Array {
  return Int32Array.from(edges, (e) => bundle?.[e] ?? -1);
}

/** Whether several edges share a port. */
function hasBusyPort({ graph: { nodeCount, pin, source, target } }: Subgraph): boolean {
  if (pin.every((at) => at === FREE)) return false;
  const degree = new Int32Array(nodeCount);
  return source.some((from, e) => {
    const to = target[e];
    return (pin[from] !== FREE && ++degree[from] > 1) || (pin[to] !== FREE && ++degree[to] > 1);
  });
}

/** Whether the lower end of an edge of a part is a port. */
function isFromPort({ part: { graph }, dag }: PartOrder, edge: number): boolean {
  return dag.low[edge] >= 0 && graph.pin[dag.low[edge]] === FIRST;
}

/** Slots that move as far as the vertices they belong to. */
function shiftSlots(
  layered: LayeredGraph,
  { atLow, atHigh }: Slots,
  from: Float64Array,
  to: Float64Array,
): Slots {
  return {
    atLow: atLow.map((x, s) => x + to[layered.low[s]] - from[layered.low[s]]),
    atHigh: atHigh.map((x, s) => x + to[layered.high[s]] - from[layered.high[s]]),
  };
}

/** The height of a child with its annotations; ports have none. */
export function footprintHeight(request: FlowRequest, sizes: ChildSizes, v: number): number {
  if (v >= request.childCount) return 0;
  return Math.max(sizes.height[v], request.annotationHeight[v]);
}

/** Room beside every vertex: half the gap to a neighbour and whatever stands there; `left` is that of lines. */
function extentsOf(
  request: FlowRequest,
  sizes: ChildSizes,
  part: Subgraph,
  layered: LayeredGraph,
  left: Float64Array,
  spread: number,
): Extents {
  const right = left.slice();
  const gap = (spread * NODE_GAP) / 2;
  part.nodes.forEach((v, i) => {
    if (v >= request.childCount) return;
    left[i] = gap + sizes.width[v] / 2 + request.roomBefore[v];
    right[i] = gap + sizes.width[v] / 2 + request.roomAfter[v];
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
function lineRoom(layered: LayeredGraph, thickness: Float64Array): Float64Array {
  const room = new Float64Array(layered.vertexCount).fill(LINE_GAP / 2);
  for (let s = 0; s < thickness.length; s++) {
    const v = layered.low[s];
    room[v] = Math.max(room[v], (thickness[s] + BESIDE_LINE) / 2);
  }
  return room;
}

/** Per gap, the height of the highest label of an edge that lies in this gap alone. */
export function labelRoom(
  request: FlowRequest,
  edges: Int32Array,
  layered: LayeredGraph,
): Float64Array {
  const room = new Float64Array(layered.rankCount);
  edges.forEach((e, i) => {
    const from = layered.chainStart[i];
    if (layered.chainStart[i + 1] - from !== 1) return;
    const r = layered.rank[layered.low[layered.chain[from]]];
    room[r] = Math.max(room[r], request.labelHeight[e]);
  });
  return room;
}

/**
 * The first half of a layout: everything that does not depend on what is open inside.
 *
 * A plan holds the ranks and the order of every connected part of a scope and the shelves on
 * which parts and loose nodes stand. It is made of the scope's content, the sizes of its closed
 * nodes and the places of its ports, and is then kept: that is what keeps siblings calm.
 */
import { countCrossings } from "./crossings";
import { breakCycles } from "./cycles";
import { type Dag, FIRST, type FlatGraph, LAST, type Subgraph } from "./flat-graph";
import { foldWideRanks } from "./fold";
import type { ClosedSizes } from "./fold-rows";
import type { LayerOrder } from "./layer-order";
import { buildLayers, type LayeredGraph } from "./layers";
import { orderLayers } from "./ordering";
import { splitParts } from "./parts";
import { fixedRanks } from "./pinned-order";
import { assignRanks, equallyShortRanks } from "./ranks";
import type { ScopeRequest } from "./request";
import { fillShelves, planShelves, type Shelf } from "./shelves";
import { NODE_GAP, PART_GAP, RANK_GAP } from "./spacing";
import { findCuts } from "./wrap-cuts";

/** Where the ports of a scope stand, as the order of its parent wants it. */
export interface PortPlaces {
  /** Per port: `FIRST` for the side where the flow enters, `LAST` for the other. */
  readonly side: Uint8Array;
  /** Per port: its place among those of its side. */
  readonly place: Float64Array;
}

/** Parts of at most this many nodes are ordered for several assignments of ranks. */
const SMALL = 300;

/** The ranks and the order of one connected part. */
export interface PartPlan {
  readonly part: Subgraph;
  readonly dag: Dag;
  readonly layered: LayeredGraph;
  readonly order: LayerOrder;
  /** Ranks after which the part goes on in a column beside. */
  readonly cuts: Int32Array;
}

export interface ScopePlan {
  readonly parts: readonly PartPlan[];
  /** Whether the first part holds the ports and spans the scope from border to border. */
  readonly hasPorts: boolean;
  /** Children without edges, and the shelves of their block by index into `loose`. */
  readonly loose: Int32Array;
  readonly looseShelves: readonly Shelf[];
  /** Shelves of the parts without ports; index `parts.length` is the block of loose nodes. */
  readonly shelves: readonly Shelf[];
}

export function planScope(request: ScopeRequest, ports: PortPlaces): ScopePlan {
  const graph = flatGraph(request, ports);
  const split = splitParts(graph);
  const parts = split.connected.map((part) => planPart(request, part));
  const looseWidth = Float64Array.from(split.loose, (v) => closedWidth(request, v));
  const looseHeight = Float64Array.from(split.loose, (v) => closedHeight(request, v));
  return {
    parts,
    hasPorts: split.hasPorts,
    loose: split.loose,
    looseShelves: planShelves(looseWidth, looseHeight, NODE_GAP),
    shelves: planPartShelves(request, parts, split.hasPorts, looseWidth, looseHeight),
  };
}

function flatGraph(request: ScopeRequest, ports: PortPlaces): FlatGraph {
  const nodeCount = request.childCount + request.portLeaves.length;
  const pin = new Uint8Array(nodeCount);
  const pinPlace = new Float64Array(nodeCount);
  pin.set(ports.side, request.childCount);
  pinPlace.set(ports.place, request.childCount);
  const { source, target } = request;
  return { nodeCount, source, target, weight: request.weight, pin, pinPlace };
}

function planPart(request: ScopeRequest, part: Subgraph): PartPlan {
  const dag = breakCycles(part.graph);
  const { layered, order } = layerAndOrder(part.graph, dag);
  const sizes = closedSizes(request, part);
  const folded = foldWideRanks(layered, order, sizes, fixedRanks(part.graph, layered));
  const cuts = findCuts(folded.layered, sizes, fixedRanks(part.graph, folded.layered));
  return { part, dag, ...folded, cuts };
}

/** Ranks and order; of several equally short ranks, for small parts, those that cross least. */
function layerAndOrder(graph: FlatGraph, dag: Dag): { layered: LayeredGraph; order: LayerOrder } {
  const rank = assignRanks(graph, dag);
  const others = graph.nodeCount <= SMALL ? equallyShortRanks(graph, dag, rank) : [];
  let best = orderRanks(graph, dag, rank);
  for (const other of others) {
    if (best.crossings === 0) break;
    const ordered = orderRanks(graph, dag, other);
    if (ordered.crossings < best.crossings) best = ordered;
  }
  return best;
}

function orderRanks(
  graph: FlatGraph,
  dag: Dag,
  rank: Int32Array,
): { layered: LayeredGraph; order: LayerOrder; crossings: number } {
  const layered = buildLayers(graph, dag, rank);
  const order = orderLayers(graph, layered);
  return { layered, order, crossings: countCrossings(layered, order) };
}

/** Per node of a part, the room it takes while it is closed; ports take none. */
function closedSizes(request: ScopeRequest, { nodes }: Subgraph): ClosedSizes {
  const isPort = (v: number): boolean => v >= request.childCount;
  return {
    width: Float64Array.from(nodes, (v) => (isPort(v) ? 0 : closedWidth(request, v))),
    height: Float64Array.from(nodes, (v) => (isPort(v) ? 0 : closedHeight(request, v))),
  };
}

export function closedWidth(request: ScopeRequest, v: number): number {
  return request.boxWidth[v] + request.roomBefore[v] + request.roomAfter[v];
}

export function closedHeight(request: ScopeRequest, v: number): number {
  return Math.max(request.boxHeight[v], request.annotationHeight[v]);
}

/** Shelves for the parts without ports, the highest first, and for the block of loose nodes. */
function planPartShelves(
  request: ScopeRequest,
  parts: readonly PartPlan[],
  hasPorts: boolean,
  looseWidth: Float64Array,
  looseHeight: Float64Array,
): Shelf[] {
  const sizes = parts.map((plan) => estimateSize(request, plan));
  const free = Array.from(parts.keys()).slice(hasPorts ? 1 : 0);
  free.sort((a, b) => sizes[b].height - sizes[a].height || a - b);
  if (looseWidth.length > 0) {
    free.push(parts.length);
    sizes.push(estimateBlock(looseWidth, looseHeight));
  }
  const width = Float64Array.from(free, (i) => sizes[i].width);
  const height = Float64Array.from(free, (i) => sizes[i].height);
  const shelves = planShelves(width, height, PART_GAP);
  return shelves.map((shelf) => shelf.map((stack) => stack.map((i) => free[i])));
}

/** About how large a part is with everything closed: its widest rank and all its ranks. */
function estimateSize(
  request: ScopeRequest,
  { part, layered, cuts }: PartPlan,
): { width: number; height: number } {
  const width = new Float64Array(layered.rankCount);
  const height = new Float64Array(layered.rankCount);
  for (let i = 0; i < part.nodes.length; i++) {
    const v = part.nodes[i];
    if (v >= request.childCount) continue;
    const r = layered.rank[i];
    width[r] += closedWidth(request, v) + NODE_GAP;
    height[r] = Math.max(height[r], closedHeight(request, v) + RANK_GAP);
  }
  const columns = cuts.length + 1;
  return {
    width: columns * width.reduce((most, w) => Math.max(most, w), 0),
    height: height.reduce((sum, h) => sum + h, 0) / columns,
  };
}

function estimateBlock(
  width: Float64Array,
  height: Float64Array,
): { width: number; height: number } {
  return fillShelves(planShelves(width, height, NODE_GAP), width, height, NODE_GAP);
}

/** Ports in the order in which the parent's neighbours reach the child `child`. */
export function portPlacesInside(
  plans: readonly PartPlan[],
  request: ScopeRequest,
  child: number,
  inside: ScopeRequest,
): PortPlaces {
  const side = inside.portLeaves.map((leaves) => (leaves ? LAST : FIRST));
  const place = new Float64Array(side.length).fill(Number.MAX_VALUE);
  for (const { part, dag, layered, order } of plans) {
    for (let i = 0; i < part.edges.length; i++) {
      const e = part.edges[i];
      const leaves = request.source[e] === child;
      const port = leaves ? request.sourcePort[e] : request.targetPort[e];
      if ((!leaves && request.target[e] !== child) || port < 0 || dag.low[i] < 0) continue;
      const isLowEnd = leaves !== (dag.reversed[i] === 1);
      side[port] = isLowEnd ? LAST : FIRST;
      const first = layered.chain[layered.chainStart[i]];
      const last = layered.chain[layered.chainStart[i + 1] - 1];
      place[port] = order.place[isLowEnd ? layered.high[first] : layered.low[last]];
    }
  }
  return { side, place };
}

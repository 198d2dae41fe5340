/**
 * The first half of a layout: everything that does not depend on what is open inside.
 *
 * A plan holds the ranks and the order of every connected part of a scope and the shelves on
 * which parts and isolated nodes stand. It is made of the scope's content, the sizes of its closed
 * boxes and the places of its ports, and is then cached: so siblings stay in place. Rooms
 * for annotations play no part, since what stands beside a node may change when it is opened.
 */
import { assignX, spanOf } from "../coordinates/brandes-koepf";
import { type Dag, FIRST, type FlatGraph, LAST, type Subgraph } from "../core/flat-graph";
import type { Steps } from "../core/resumable";
import { pick, tabulate } from "../core/typed-arrays";
import { foldWideRanks } from "../fold/fold-ranks";
import type { ClosedSizes } from "../fold/fold-rows";
import { findCuts } from "../fold/wrap-cuts";
import { layerAndOrder } from "../order/layer-and-order";
import type { LayerOrder } from "../order/layer-order";
import { fixedRanks } from "../order/pinned-layers";
import { layerAsBefore, type Standing } from "../order/stable-order";
import type { LayeredGraph } from "../rank/layered-graph";
import { type BaselineScope, MAIN, type ScopeRequest } from "../request";
import { NODE_GAP, PART_GAP, RANK_GAP } from "../spacing";
import { splitColumns } from "./extract-columns";
import { fillShelves, planColumn, planShelves, type Shelf } from "./shelf-packing";

/** Where the ports of a scope stand, as the order of its parent wants it. */
export interface PortPlaces {
  /** Per port: `FIRST` for the side where the flow enters, `LAST` for the other. */
  readonly side: Uint8Array;
  /** Per port: its place among those of its side. */
  readonly place: Float64Array;
}

/** The ranks and the order of one connected part. */
export interface PartPlan {
  readonly part: Subgraph;
  readonly dag: Dag;
  readonly layered: LayeredGraph;
  readonly order: LayerOrder;
  /** Ranks after which the part goes on in a column beside. */
  readonly cuts: Int32Array;
}

/** Parts and isolated nodes that stand together: the main graph's, or those of a column. */
export interface PlacedGroup {
  /** Children without edges, and the shelves of their block by index into `isolated`. */
  readonly isolated: Int32Array;
  readonly isolatedShelves: readonly Shelf[];
  /** Shelves of parts; index `ScopePlan.parts.length` is the block of isolated nodes. */
  readonly shelves: readonly Shelf[];
}

export interface ScopePlan {
  readonly parts: readonly PartPlan[];
  /** Whether the first part holds the ports and spans the scope from border to border. */
  readonly hasPorts: boolean;
  /** What has no ports in the main graph, then the columns of in- and of out-extracts. */
  readonly groups: readonly PlacedGroup[];
  /** The parts before the viewer changed anything; undefined where they are the same. */
  readonly baselineParts: readonly PartPlan[] | undefined;
}

/** The places of a scope's ports, now and before the viewer changed anything around it. */
export interface PortsThenAndNow {
  readonly now: PortPlaces;
  readonly baseline: PortPlaces;
}

/** `request` may be in any frame; `ports` tells where its ports stand. */
export function* planScope(request: ScopeRequest, ports: PortsThenAndNow): Steps<ScopePlan> {
  const graph = flatGraph(request, ports.now);
  const baseline = yield* planBaseline(request, ports);
  const before = baseline && (yield* standingOfAll(request, baseline));
  const columns = splitColumns(request, graph);
  const plans = columns.map((): PartPlan[] => []);
  for (const [column, { connected }] of columns.entries()) {
    for (const part of connected) {
      plans[column].push(yield* planPart(request, part, column === MAIN ? before : undefined));
    }
  }
  const parts = plans.flat();
  let first = 0;
  const groups = columns.map(({ isolated, hasPorts }, column) => {
    const own = plans[column].map((_, i) => first + i).slice(hasPorts ? 1 : 0);
    first += plans[column].length;
    const places = before && tabulate(parts.length, (i) => leftmost(before, parts[i].part));
    return planGroup(
      request,
      parts,
      own,
      isolated,
      column === MAIN ? places : undefined,
      column > 0,
    );
  });
  return { parts, hasPorts: columns[0].hasPorts, groups, baselineParts: baseline?.parts };
}

function flatGraph(request: ScopeRequest, ports: PortPlaces): FlatGraph {
  const nodeCount = request.childCount + request.portLeaves.length;
  const pin = new Uint8Array(nodeCount);
  const pinPlace = new Float64Array(nodeCount);
  pin.set(ports.side, request.childCount);
  pinPlace.set(ports.place, request.childCount);
  const { source, target } = request;
  const series = new Int32Array(nodeCount).fill(-1);
  if (request.series) series.set(request.series);
  return { nodeCount, source, target, weight: request.weight, series, pin, pinPlace };
}

/** The plan as it is when the viewer has changed nothing; undefined where nothing differs. */
function* planBaseline(
  request: ScopeRequest,
  ports: PortsThenAndNow,
): Steps<ScopePlan | undefined> {
  const { baseline = request, ...now } = request;
  if (isSameScope(baseline, now) && isSamePlaces(ports.baseline, ports.now)) return undefined;
  const { boxWidth, boxHeight, role, weight, cut } = baseline;
  const places = { now: ports.baseline, baseline: ports.baseline };
  return yield* planScope({ ...now, boxWidth, boxHeight, role, weight, cut }, places);
}

function isSameScope(a: BaselineScope, b: BaselineScope): boolean {
  const isSameInside = isSame(a.role, b.role) && isSame(a.cut, b.cut) && isSame(a.weight, b.weight);
  return isSameInside && isSame(a.boxWidth, b.boxWidth) && isSame(a.boxHeight, b.boxHeight);
}

function isSamePlaces(a: PortPlaces, b: PortPlaces): boolean {
  return isSame(a.side, b.side) && isSame(a.place, b.place);
}

/**
 * Where the nodes of the main graph stand in a plan: parts one beside the other, in the order in
 * which they stand on their shelves.
 */
function* standingOfAll(request: ScopeRequest, plan: ScopePlan): Steps<Standing> {
  const role = request.baseline?.role ?? request.role;
  const rank = new Float64Array(request.childCount + request.portLeaves.length).fill(Number.NaN);
  const x = rank.slice();
  let left = 0;
  for (const { part, layered, order } of partsInOrder(plan)) {
    const room = new Float64Array(layered.vertexCount).fill(1);
    const places = yield* assignX(layered, order, { left: room, right: room });
    const span = spanOf(places, { left: room, right: room });
    part.nodes.forEach((v, i) => {
      if ((role[v] ?? MAIN) !== MAIN) return;
      rank[v] = layered.rank[i];
      x[v] = left + places[i] - span.left;
    });
    left += span.right - span.left;
  }
  return { rank, x };
}

/** The parts of the main graph, from left to right and shelf by shelf. */
function partsInOrder({ parts, hasPorts, groups }: ScopePlan): PartPlan[] {
  const onShelves = groups[MAIN].shelves.flat(2).filter((i) => i < parts.length);
  return [...(hasPorts ? [0] : []), ...onShelves].map((i) => parts[i]);
}

/** Where the leftmost node of a part stood; NaN where none of its nodes did. */
function leftmost({ x }: Standing, { nodes }: Subgraph): number {
  const isLess = (a: number, b: number): boolean => a < b || Number.isNaN(b);
  return nodes.reduce((least, v) => (isLess(x[v], least) ? x[v] : least), Number.NaN);
}

function isSame<Values extends Uint8Array | Float64Array>(a: Values, b: Values): boolean {
  return a.every((value, i) => value === b[i]);
}

function standingOf({ rank, x }: Standing, { nodes }: Subgraph): Standing {
  return {
    rank: pick(rank, nodes),
    x: pick(x, nodes),
  };
}

function* planPart(request: ScopeRequest, part: Subgraph, before?: Standing): Steps<PartPlan> {
  const { dag, layered, order } = before
    ? layerAsBefore(part.graph, standingOf(before, part))
    : yield* layerAndOrder(part.graph);
  yield;
  const sizes = closedSizes(request, part);
  const folded = foldWideRanks(layered, order, sizes, fixedRanks(part.graph, layered));
  const cuts = findCuts(folded.layered, sizes, fixedRanks(part.graph, folded.layered));
  return { part, dag, ...folded, cuts };
}

/** Per node of a part, the room it takes while it is closed; ports take none. */
function closedSizes(request: ScopeRequest, { nodes }: Subgraph): ClosedSizes {
  return {
    width: tabulate(nodes.length, (i) => request.boxWidth[nodes[i]] ?? 0),
    height: tabulate(nodes.length, (i) => request.boxHeight[nodes[i]] ?? 0),
  };
}

/**
 * Shelves for parts, the highest first, and for the block of isolated nodes; one stack in columns.
 *
 * `places` tells where parts stood before the viewer changed something: these keep their order,
 * and nothing is stacked where that would carry it past a neighbour.
 */
function planGroup(
  request: ScopeRequest,
  parts: readonly PartPlan[],
  own: readonly number[],
  isolated: Int32Array,
  places: Float64Array | undefined,
  isColumn: boolean,
): PlacedGroup {
  const isolatedWidth = pick(request.boxWidth, isolated);
  const isolatedHeight = pick(request.boxHeight, isolated);
  const isolatedShelves = isColumn
    ? planColumn(isolatedHeight, NODE_GAP)
    : planShelves(isolatedWidth, isolatedHeight, NODE_GAP);
  const block = fillShelves(isolatedShelves, isolatedWidth, isolatedHeight, NODE_GAP);
  const sized = own.map((i) => ({ i, ...estimateSize(request, parts[i]) }));
  const placeOf = (i: number): number => places?.[i] ?? Number.NaN;
  const isNew = (i: number): number => Number(Number.isNaN(placeOf(i)));
  sized.sort(
    (a, b) =>
      isNew(a.i) - isNew(b.i) || placeOf(a.i) - placeOf(b.i) || b.height - a.height || a.i - b.i,
  );
  if (isolated.length > 0) sized.push({ i: parts.length, ...block });
  const width = Float64Array.from(sized, (each) => each.width);
  const height = Float64Array.from(sized, (each) => each.height);
  const shelves = isColumn
    ? planColumn(height, PART_GAP)
    : planShelves(width, height, PART_GAP, places !== undefined);
  const named = shelves.map((shelf) => shelf.map((stack) => stack.map((at) => sized[at].i)));
  return { isolated, isolatedShelves, shelves: named };
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
    width[r] += request.boxWidth[v] + NODE_GAP;
    height[r] = Math.max(height[r], request.boxHeight[v] + RANK_GAP);
  }
  const columns = cuts.length + 1;
  return {
    width: columns * width.reduce((most, w) => Math.max(most, w), 0),
    height: height.reduce((sum, h) => sum + h, 0) / columns,
  };
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
  return { side, place: ranked(place) };
}

/** Each value's place among the different ones: the same for the same order. */
function ranked(values: Float64Array): Float64Array {
  const different = [...new Set(values)].sort((a, b) => a - b);
  const placeOf = new Map(different.map((value, i) => [value, i]));
  return values.map((value) => placeOf.get(value) ?? 0);
}

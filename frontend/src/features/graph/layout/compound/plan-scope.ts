/**
 * The first half of a layout: everything that does not depend on what is open inside.
 *
 * A plan holds the ranks and the order of every connected part of a scope and the shelves on
 * which parts and isolated nodes stand. It is made of the scope's content, the sizes of its closed
 * boxes and the places of its ports, and is then cached: so siblings stay in place. Rooms
 * for annotations play no part, since what stands beside a node may change when it is opened.
 */
import { assignX, spanOf } from "../coordinates/brandes-koepf";
import type { BorderGaps } from "../coordinates/rank-bands";
import { contentKey } from "../core/content-key";
import { FIRST, type FlatGraph, LAST, type Subgraph } from "../core/flat-graph";
import type { Steps } from "../core/resumable";
import { pick, tabulate } from "../core/typed-arrays";
import { type ClosedSizes, findWideRanks } from "../fold/wide-ranks";
import { findCuts } from "../fold/wrap-cuts";
import { type Layers, layerAndOrder } from "../order/layer-and-order";
import { fixedRanks } from "../order/pinned-layers";
import type { Standing } from "../order/stable-order";
import { type BaselineScope, MAIN, type ScopeRequest } from "../request";
import { type Arrangement, arrangeGroups, type Extent } from "./arrange-groups";
import {
  type ChildSizes,
  footprintHeight,
  gapsOf,
  measurePart,
  type PartGeometry,
  type Style,
} from "./component-geometry";
import { splitColumns } from "./extract-columns";
import type { FlowRequest } from "./flow-direction";
import { columnWays, type GroupWay, mainWays } from "./group-ways";
import { required } from "./late";
import { memoise } from "./memo";
import type { PartOrder } from "./part-order";
import type { Shelf } from "./shelf-packing";

/** Where the ports of a scope stand, as the order of its parent wants it. */
export interface PortPlaces {
  /** Per port: `FIRST` for the side where the flow enters, `LAST` for the other. */
  readonly side: Uint8Array;
  /** Per port: its place among those of its side. */
  readonly place: Float64Array;
}

/** The same with its coordinates while everything in it is closed. */
export interface PartPlan extends PartOrder {
  /** Whether a wide rank was split into rows. */
  readonly isFolded: boolean;
  readonly closed: PartGeometry;
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
  /** What has no ports in the main graph, then the columns of in-extracts, out-extracts and functions. */
  readonly groups: readonly PlacedGroup[];
  /** Groups in rows, by number. */
  readonly rows: readonly (readonly number[])[];
  /** How much higher gaps between ranks are than they have to be. */
  readonly stretch: number;
  /** How large the scope's inside is with everything closed. */
  readonly closed: Extent;
  /** The parts before the viewer changed anything; undefined where they are the same. */
  readonly baselineParts: readonly PartPlan[] | undefined;
}

/** The places of a scope's ports, now and before the viewer changed anything around it. */
export interface PortsThenAndNow {
  readonly now: PortPlaces;
  readonly baseline: PortPlaces;
}

/** What a plan is made with besides its scope; `layers` are known orders by content. */
export interface Planning {
  readonly style: Style;
  readonly layers: Map<string, Layers>;
}

/** `ports` tells where the ports of the scope stand. */
export function* planScope(
  request: FlowRequest,
  ports: PortsThenAndNow,
  planning: Planning,
): Steps<ScopePlan> {
  const graph = flatGraph(request, ports.now);
  const baseline = yield* planBaseline(request, ports, planning);
  const before = baseline && (yield* standingOfAll(request, baseline));
  const columns = splitColumns(request, graph);
  const plans = columns.map((): PartPlan[] => []);
  for (const [column, { connected }] of columns.entries()) {
    for (const part of connected) {
      const standing = column === MAIN ? before : undefined;
      plans[column].push(yield* planPart(request, part, planning, standing));
    }
  }
  const parts = plans.flat();
  const { hasPorts } = columns[MAIN];
  let first = 0;
  const groups = columns.map(({ isolated, hasPorts: isFirstFixed }, column) => {
    const own = plans[column].map((_, i) => first + i).slice(isFirstFixed ? 1 : 0);
    first += plans[column].length;
    const places = before && tabulate(parts.length, (i) => leftmost(before, parts[i].part));
    return planGroup(request, parts, own, isolated, column, column === MAIN ? places : undefined);
  });
  const arrangement = arrangeGroups(
    groups.map(({ ways }) => ways),
    request.canvas,
    hasPorts ? parts[0].closed : undefined,
  );
  return {
    parts,
    hasPorts,
    groups: groups.map((group, at) => group.place(arrangement.ways.get(at) ?? 0)),
    rows: arrangement.rows,
    ...stretchTo(request, parts, arrangement),
    baselineParts: baseline?.parts,
  };
}

/** Gaps between ranks get at most so many times their height. */
const MAX_STRETCH = 3;

/** What room the canvas leaves above a wide drawing goes to the lines between its ranks. */
function stretchTo(
  { canvas, isTop }: FlowRequest,
  parts: readonly PartPlan[],
  { width, height, rows }: Arrangement,
): Pick<ScopePlan, "stretch" | "closed"> {
  const free = (width * canvas.height) / canvas.width - height;
  const gaps = parts.reduce((most, { closed }) => Math.max(most, gapsOf(closed)), 0);
  if (!isTop || free <= 0 || gaps === 0 || rows.length > 1) {
    return { stretch: 1, closed: { width, height } };
  }
  const stretch = Math.min(MAX_STRETCH, 1 + free / gaps);
  const highest = parts.reduce((most, { closed }) => {
    return Math.max(most, closed.height + (stretch - 1) * gapsOf(closed));
  }, height);
  return { stretch, closed: { width, height: highest } };
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
  request: FlowRequest,
  ports: PortsThenAndNow,
  planning: Planning,
): Steps<ScopePlan | undefined> {
  const { baseline = request, ...now } = request;
  if (isSameScope(baseline, now) && isSamePlaces(ports.baseline, ports.now)) return undefined;
  const { boxWidth, boxHeight, role, weight, cut } = baseline;
  const places = { now: ports.baseline, baseline: ports.baseline };
  return yield* planScope({ ...now, boxWidth, boxHeight, role, weight, cut }, places, planning);
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
function* standingOfAll(request: FlowRequest, plan: ScopePlan): Steps<Standing> {
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

function* planPart(
  request: FlowRequest,
  part: Subgraph,
  planning: Planning,
  before?: Standing,
): Steps<PartPlan> {
  const { style, layers } = planning;
  const { dag, layered, order } = before
    ? required(style.late).layerAsBefore(part.graph, standingOf(before, part))
    : yield* memoise(layers, layersKey(part.graph), () => layerAndOrder(part.graph));
  yield;
  const sizes = closedSizes(request, part);
  const isPinned = fixedRanks(part.graph, layered);
  const isWide = findWideRanks(layered, order, sizes, isPinned).ranks.length > 0;
  const folded = isWide
    ? required(style.late).foldWideRanks(layered, order, sizes, isPinned)
    : { layered, order };
  const isFixed = fixedRanks(part.graph, folded.layered);
  const { fold, canvas } = request;
  const cuts = fold
    ? required(style.late).foldedCuts(folded.layered, part, isFixed, fold)
    : findCuts(folded.layered, sizes, isFixed, canvas);
  const planned = { part, dag, ...folded, cuts };
  const closed = yield* measurePart(
    request,
    closedChildren(request),
    planned,
    borderOf(request, part),
    style,
  );
  return { ...planned, isFolded: isWide, closed };
}

/** Ranks and order depend on this alone, on no size and in no direction. */
function layersKey({
  nodeCount,
  source,
  target,
  weight,
  pin,
  pinPlace,
  series,
}: FlatGraph): string {
  return contentKey([nodeCount, source, target, weight, pin, pinPlace, series]);
}

/** The children as they are while all of them are closed. */
export function closedChildren({ boxWidth, boxHeight, source }: FlowRequest): ChildSizes {
  const none = new Float64Array(source.length).fill(Number.NaN);
  return { width: boxWidth, height: boxHeight, ports: { atSource: none, atTarget: none } };
}

/** The room that a part with ports leaves at the borders of its scope. */
export function borderOf({ insets }: FlowRequest, { graph: { pin } }: Subgraph): BorderGaps {
  return {
    first: pin.includes(FIRST) ? insets.first : 0,
    last: pin.includes(LAST) ? insets.last : 0,
  };
}

/** Per node of a part, the room it takes while it is closed; ports take none. */
export function closedSizes(request: ScopeRequest, { nodes }: Subgraph): ClosedSizes {
  return {
    width: tabulate(nodes.length, (i) => request.boxWidth[nodes[i]] ?? 0),
    height: tabulate(nodes.length, (i) => request.boxHeight[nodes[i]] ?? 0),
  };
}

/** The ways in which a group can be packed, and what makes it of one of them. */
interface GroupPlan {
  readonly ways: readonly GroupWay[];
  readonly place: (way: number) => PlacedGroup;
}

/**
 * Shelves for parts, the highest first, and for the block of isolated nodes.
 *
 * `places` tells where parts stood before the viewer changed something: these keep their order,
 * and nothing is stacked where that would carry it past a neighbour.
 */
function planGroup(
  request: FlowRequest,
  parts: readonly PartPlan[],
  own: readonly number[],
  isolated: Int32Array,
  column: number,
  places: Float64Array | undefined,
): GroupPlan {
  const placeOf = (i: number): number => places?.[i] ?? Number.NaN;
  const isNew = (i: number): number => Number(Number.isNaN(placeOf(i)));
  const heightOf = (i: number): number => parts[i].closed.height;
  const sorted = [...own].sort(
    (a, b) => isNew(a) - isNew(b) || placeOf(a) - placeOf(b) || heightOf(b) - heightOf(a) || a - b,
  );
  const children = closedChildren(request);
  const items = {
    parts: {
      width: Float64Array.from(sorted, (i) => parts[i].closed.width),
      height: Float64Array.from(sorted, heightOf),
    },
    isolated: {
      width: Float64Array.from(isolated, (v) => footprintWidth(request, v)),
      height: Float64Array.from(isolated, (v) => footprintHeight(request, children, v)),
    },
  };
  const ways =
    column === MAIN
      ? mainWays(items, request.canvas, places !== undefined)
      : columnWays(items, request.canvas);
  const nameOf = (at: number): number => sorted[at] ?? parts.length;
  const place = (way: number): PlacedGroup => {
    const { isolatedShelves, shelves } = ways[way] ?? { isolatedShelves: [], shelves: [] };
    const named = shelves.map((shelf) => shelf.map((stack) => stack.map(nameOf)));
    return { isolated, isolatedShelves, shelves: named };
  };
  return { ways, place };
}

function footprintWidth({ boxWidth, roomBefore, roomAfter }: FlowRequest, v: number): number {
  return boxWidth[v] + roomBefore[v] + roomAfter[v];
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

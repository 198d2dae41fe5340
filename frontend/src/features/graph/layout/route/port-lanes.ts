/**
 * Lanes: lines that share a port run side by side where they run together.
 *
 * Edges at a port share one trunk of segments (see `rank/layered-graph`). In it each has a lane of its
 * own, so that none lies under another and each label has its line; those that carry the same tensor
 * share one. An edge that leaves the trunk to the left has its lane left of those that go on.
 */
import { AT_HIGH, AT_LOW, type PortLanes } from "../coordinates/edge-slots";
import { FIRST, type FlatGraph, LAST } from "../core/flat-graph";
import type { LayeredGraph } from "../rank/layered-graph";

/** Between two lines in a trunk, in world units. */
const LANE_GAP = 4;
/** Where more lanes would lie side by side, or wider ones, all lines share one. */
const MAX_LANES = 12;
const MAX_WIDTH = 96;

/** What the lanes of one port hold: edges that carry the same, by turns. */
export interface Trunk {
  readonly port: number;
  readonly lanes: readonly (readonly number[])[];
  readonly width: number;
}

/** The trunks of a part with more than one lane; `bundle` tells per edge what it shares a lane with. */
export function findTrunks(
  { pin }: FlatGraph,
  { chain, chainStart, low, high, nodeCount }: LayeredGraph,
  thickness: Float64Array,
  bundle: Int32Array,
): Trunk[] {
  if (!pin.some((at) => at === FIRST || at === LAST)) return [];
  const byPort = new Map<number, Map<number, number[]>>();
  for (let e = 0; e < bundle.length; e++) {
    if (chainStart[e] === chainStart[e + 1]) continue;
    const from = low[chain[chainStart[e]]];
    const port = pin[from] === FIRST ? from : high[chain[chainStart[e + 1] - 1]];
    if (port >= nodeCount || (port !== from && pin[port] !== LAST)) continue;
    const lanes = byPort.get(port) ?? new Map<number, number[]>();
    byPort.set(port, lanes);
    const name = bundle[e] < 0 ? -1 - e : bundle[e];
    const together = lanes.get(name);
    if (together) together.push(e);
    else lanes.set(name, [e]);
  }
  return [...byPort].flatMap(([port, found]) => {
    const lanes = [...found.values()];
    const width = lanes.reduce((sum, edges) => sum + widest(edges, thickness) + LANE_GAP, 0);
    const isApart = lanes.length > 1 && lanes.length <= MAX_LANES && width <= MAX_WIDTH;
    return isApart ? [{ port, lanes, width }] : [];
  });
}

/** Widens the room beside the vertices of each trunk. */
export function makeRoom(
  trunks: readonly Trunk[],
  { chain, chainStart, low, high }: LayeredGraph,
  room: Float64Array,
): void {
  for (const { port, lanes, width } of trunks) {
    room[port] = Math.max(room[port], width / 2);
    for (const e of lanes.flat()) {
      const isLow = low[chain[chainStart[e]]] === port;
      for (let i = chainStart[e]; i + 1 < chainStart[e + 1]; i++) {
        const v = isLow ? high[chain[i]] : low[chain[i + 1]];
        room[v] = Math.max(room[v], width / 2);
      }
    }
  }
}

/** Gives the edges of each trunk their lanes from left to right, given the x of all vertices. */
export function assignLanes(
  trunks: readonly Trunk[],
  layered: LayeredGraph,
  thickness: Float64Array,
  x: Float64Array,
): PortLanes {
  const { chain, chainStart, low, high } = layered;
  const end = new Uint8Array(chainStart.length - 1);
  const offset = new Float64Array(end.length);
  for (const { port, lanes, width } of trunks) {
    const isLow = (e: number): boolean => low[chain[chainStart[e]]] === port;
    // Where an edge leaves the trunk, to what, and after how many ranks.
    const way = ([e]: readonly number[]) => {
      const own = isLow(e) ? chain[chainStart[e + 1] - 1] : chain[chainStart[e]];
      const [from, to] = isLow(e) ? [low[own], high[own]] : [high[own], low[own]];
      const isLeft = x[to] < x[from];
      const steps = chainStart[e + 1] - chainStart[e];
      return { side: isLeft ? steps - chain.length : chain.length - steps, to: x[to] };
    };
    const sorted = lanes
      .map((edges) => ({ edges, ...way(edges) }))
      .sort((a, b) => a.side - b.side || a.to - b.to || a.edges[0] - b.edges[0]);
    let at = -width / 2;
    for (const { edges } of sorted) {
      const room = widest(edges, thickness) + LANE_GAP;
      for (const e of edges) {
        end[e] = isLow(e) ? AT_LOW : AT_HIGH;
        offset[e] = at + room / 2;
      }
      at += room;
    }
  }
  return { end, offset };
}

function widest(edges: readonly number[], thickness: Float64Array): number {
  return edges.reduce((most, e) => Math.max(most, thickness[e]), 0);
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignX, type Extents } from "../layout/coordinates/brandes-koepf";
import { FIRST, type FlatGraph, LAST } from "../layout/core/flat-graph";
import { finish } from "../layout/core/resumable";
import { crossingWeights } from "../layout/order/crossing-weights";
import { countCrossings } from "../layout/order/crossings";
import { type LayerOrder, orderFromSequence } from "../layout/order/layer-order";
import { assignRanks, totalLength } from "../layout/rank/assign-ranks";
import { breakCycles, breakCyclesInTurn } from "../layout/rank/break-cycles";
import { buildLayers, type LayeredGraph } from "../layout/rank/layered-graph";
import { rankings } from "../layout/rank/rankings";
import { flatGraph } from "./make-graph";
import { orderLayers } from "./order-layers";

/** A directed graph of up to `most` nodes with cycles, parallel edges, self-loops and loose nodes. */
function flatGraphs(most: number): fc.Arbitrary<FlatGraph> {
  return fc.integer({ min: 1, max: most }).chain((nodeCount) => {
    const node = fc.integer({ min: 0, max: nodeCount - 1 });
    return fc
      .array(fc.tuple(node, node, fc.integer({ min: 1, max: 9 })), { maxLength: 2 * most })
      .map((edges) => flatGraph(nodeCount, edges));
  });
}

function layer(graph: FlatGraph): LayeredGraph {
  const dag = breakCycles(graph);
  return buildLayers(graph, dag, assignRanks(graph, dag));
}

/** Sequences of vertices, given by shuffling keys. */
function shuffled(layered: LayeredGraph, keys: readonly number[]): LayerOrder {
  const vertices = Int32Array.from({ length: layered.vertexCount }, (_, v) => v);
  const key = (v: number): number => keys[v % keys.length] * 31 + ((v * 7919) % 97);
  return orderFromSequence(
    layered,
    vertices.sort((a, b) => key(a) - key(b) || a - b),
  );
}

function crossingsByPairs(layered: LayeredGraph, order: LayerOrder, weight: Int32Array): number {
  let crossings = 0;
  for (let a = 0; a < layered.low.length; a++) {
    for (let b = 0; b < a; b++) {
      if (layered.rank[layered.low[a]] !== layered.rank[layered.low[b]]) continue;
      const below = order.place[layered.low[a]] - order.place[layered.low[b]];
      const above = order.place[layered.high[a]] - order.place[layered.high[b]];
      if (below * above < 0) crossings += weight[a] * weight[b];
    }
  }
  return crossings;
}

describe("cycle breaking", () => {
  it("leaves no cycle and reverses no edge that lies on none", () => {
    fc.assert(
      fc.property(flatGraphs(25), fc.boolean(), (graph, isInTurn) => {
        const dag = isInTurn ? breakCyclesInTurn(graph) : breakCycles(graph);
        const rank = assignRanks(graph, dag);
        for (let e = 0; e < dag.low.length; e++) {
          if (dag.low[e] >= 0) expect(rank[dag.low[e]]).toBeLessThan(rank[dag.high[e]]);
          if (dag.reversed[e]) expect(reaches(graph, graph.target[e], graph.source[e])).toBe(true);
        }
      }),
    );
  });

  it("reverses the lighter edge of two opposite ones", () => {
    const dag = breakCycles(
      flatGraph(2, [
        [0, 1, 2],
        [1, 0, 13],
      ]),
    );
    expect([...dag.reversed]).toEqual([1, 0]);
  });

  it("keeps self-loops as loops", () => {
    for (const dag of [breakCycles, breakCyclesInTurn].map((by) => by(flatGraph(1, [[0, 0]])))) {
      expect([dag.low[0], dag.high[0], dag.reversed[0]]).toEqual([-1, -1, 0]);
    }
  });

  it("reverses, in turn, what leads back to where the walk came from", () => {
    // Against the greedy rule: the node all cycles go through is not first, though it feeds most.
    const dag = breakCyclesInTurn(
      flatGraph(5, [
        [0, 1],
        [1, 2],
        [2, 1],
        [1, 3],
        [3, 4],
        [4, 1],
      ]),
    );
    expect([...dag.reversed]).toEqual([0, 0, 1, 0, 0, 1]);
  });

  it("turns edges of ports to the inside of the border, in turn as well", () => {
    fc.assert(
      fc.property(flatGraphs(12), (inside) => {
        const graph = withPorts(inside);
        const { reversed } = breakCyclesInTurn(graph);
        graph.source.forEach((source, e) => {
          const isAgainst = graph.pin[source] === LAST || graph.pin[graph.target[e]] === FIRST;
          if (isAgainst) expect(reversed[e]).toBe(1);
        });
      }),
    );
  });
});

function reaches(graph: FlatGraph, from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const v of seen) {
    for (let e = 0; e < graph.source.length; e++)
      if (graph.source[e] === v) seen.add(graph.target[e]);
  }
  return seen.has(to);
}

describe("ranks", () => {
  it("leave no rank empty and hold ports alone on the first and last", () => {
    fc.assert(
      fc.property(flatGraphs(20), (inside) => {
        const graph = withPorts(inside);
        const rank = assignRanks(graph, breakCycles(graph));
        const top = Math.max(...rank);
        expect(new Set(rank).size).toBe(top + 1);
        for (let v = 0; v < graph.nodeCount; v++) {
          expect(rank[v] === 0).toBe(graph.pin[v] === FIRST);
          expect(rank[v] === top).toBe(graph.pin[v] === LAST);
        }
      }),
    );
  });

  it("put a lone source next to what it feeds", () => {
    const graph = flatGraph(5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [4, 3],
    ]);
    expect([...assignRanks(graph, breakCycles(graph))]).toEqual([0, 1, 2, 3, 2]);
  });
});

/** The graph with an entrance into node 0 and an exit out of it, and an entrance on the far side. */
function withPorts(graph: FlatGraph): FlatGraph {
  const n = graph.nodeCount;
  const edges = [...graph.source].map((source, e) => [source, graph.target[e]] as const);
  const all = flatGraph(n + 3, [...edges, [n, 0], [0, n + 1], [n + 2, 0]]);
  all.pin.set([FIRST, LAST, LAST], n);
  return all;
}

describe("crossings", () => {
  it("are counted as by comparing all pairs", () => {
    const keys = fc.array(fc.nat(100), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(flatGraphs(25), keys, (graph, shuffle) => {
        const layered = layer(graph);
        const order = shuffled(layered, shuffle);
        const weight = layered.low.map((_, s) => 1 + (s % 3));
        const byPairs = crossingsByPairs(layered, order, weight);
        expect(countCrossings(layered, order, weight)).toBe(byPairs);
      }),
    );
  });
});

describe("what a crossing counts", () => {
  it("is 1 without ports", () => {
    fc.assert(
      fc.property(flatGraphs(15), (graph) => {
        expect(new Set(crossingWeights(graph, layer(graph)))).toEqual(
          new Set(layer(graph).low.length > 0 ? [1] : []),
        );
      }),
    );
  });

  it("is more for a scope's own lines than for a line across its border, and for a trunk", () => {
    // Three lines of one port, of which two go on together past node 0; 0 feeds 1, and 1 feeds 2.
    const graph = flatGraph(4, [
      [0, 1],
      [1, 2],
      [3, 0],
      [3, 1],
      [3, 2],
    ]);
    graph.pin[3] = FIRST;
    const layered = layer(graph);
    const weight = crossingWeights(graph, layered);
    const of = (e: number): number[] =>
      [...layered.chain.subarray(layered.chainStart[e], layered.chainStart[e + 1])].map(
        (s) => weight[s],
      );
    expect(of(2)).toEqual([1]);
    expect(of(4)[0]).toBe(2);
    expect(of(4).at(-1)).toBe(1);
    expect(of(0)).toEqual([2]);
  });
});

describe("rankings", () => {
  it("begin with the shortest, and are all rankings of the same edges", () => {
    fc.assert(
      fc.property(flatGraphs(15), (graph) => {
        const all = [...rankings(graph)];
        for (const { dag, rank } of all) {
          expect(Math.min(...rank)).toBe(0);
          expect(new Set(rank).size).toBe(Math.max(...rank) + 1);
          for (let e = 0; e < dag.low.length; e++) {
            expect([dag.low[e], dag.high[e]].sort()).toEqual(
              graph.source[e] === graph.target[e]
                ? [-1, -1]
                : [graph.source[e], graph.target[e]].sort(),
            );
            if (dag.low[e] >= 0) expect(rank[dag.low[e]]).toBeLessThan(rank[dag.high[e]]);
          }
        }
        const [first, ...others] = all;
        for (const { dag, rank } of others.filter(({ dag }) => dag === first.dag)) {
          const length = totalLength(graph, dag, rank);
          expect(length).toBeGreaterThanOrEqual(totalLength(graph, dag, first.rank));
        }
      }),
    );
  });
});

describe("ordering", () => {
  it("is a permutation of every rank and crosses no more than where it started", () => {
    fc.assert(
      fc.property(flatGraphs(30), (graph) => {
        const layered = layer(graph);
        const order = orderLayers(graph, layered);
        expect([...order.vertices].sort((a, b) => a - b)).toEqual(
          Array.from({ length: layered.vertexCount }, (_, v) => v),
        );
        const start = orderFromSequence(layered, Int32Array.from(order.vertices.keys()));
        expect(countCrossings(layered, order)).toBeLessThanOrEqual(countCrossings(layered, start));
      }),
    );
  });

  it("removes every crossing of a tree", () => {
    const graph = flatGraph(7, [
      [0, 4],
      [0, 3],
      [1, 6],
      [1, 5],
      [2, 1],
      [2, 0],
    ]);
    const layered = layer(graph);
    expect(countCrossings(layered, orderLayers(graph, layered))).toBe(0);
  });
});

describe("horizontal coordinates", () => {
  it("keep every pair of neighbours apart, whatever room they need", () => {
    const rooms = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(flatGraphs(30), rooms, (graph, room) => {
        const layered = layer(graph);
        const order = orderLayers(graph, layered);
        const extents = extentsFrom(layered, room);
        const x = finish(assignX(layered, order, extents));
        for (let r = 0; r < layered.rankCount; r++) {
          for (let i = order.layerStart[r] + 1; i < order.layerStart[r + 1]; i++) {
            const [a, b] = [order.vertices[i - 1], order.vertices[i]];
            const room = extents.right[a] + extents.left[b];
            expect(x[b] - x[a]).toBeGreaterThanOrEqual(room - 1e-6);
          }
        }
      }),
    );
  });

  it("draw a chain straight", () => {
    const graph = flatGraph(4, [
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    const layered = layer(graph);
    const order = orderLayers(graph, layered);
    const x = finish(assignX(layered, order, extentsFrom(layered, [10, 70, 30])));
    expect(new Set(x).size).toBe(1);
  });
});

function extentsFrom(layered: LayeredGraph, room: readonly number[]): Extents {
  const pick = (shift: number): Float64Array =>
    Float64Array.from({ length: layered.vertexCount }, (_, v) => room[(v + shift) % room.length]);
  return { left: pick(0), right: pick(1) };
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignX, type Extents } from "../layout/coordinates/brandes-koepf";
import { flowWeights, segmentMost } from "../layout/coordinates/flow-weights";
import { fitIsotonicMedians } from "../layout/coordinates/isotonic-medians";
import { straighten } from "../layout/coordinates/straighten";
import type { FlatGraph } from "../layout/core/flat-graph";
import { RandomNumbers } from "../layout/core/random-numbers";
import { finish } from "../layout/core/resumable";
import { WorkBudget } from "../layout/core/work-budget";
import { foldWideRanks } from "../layout/fold/fold-ranks";
import { findCuts } from "../layout/fold/wrap-cuts";
import { ChainInsertion } from "../layout/order/chain-insertion";
import { findChains } from "../layout/order/chains";
import { countCrossings } from "../layout/order/crossings";
import { copyOrder, type LayerOrder, orderFromSequence } from "../layout/order/layer-order";
import { neighboursOf } from "../layout/order/neighbours";
import { Sifting } from "../layout/order/sifting";
import { assignRanks } from "../layout/rank/assign-ranks";
import { breakCycles } from "../layout/rank/break-cycles";
import { buildLayers, type LayeredGraph } from "../layout/rank/layered-graph";
import { shortenEdges } from "../layout/rank/network-simplex";
import type { LengthEdges } from "../layout/rank/tight-tree";
import { DEFAULT_CANVAS } from "../layout/request";
import { assignTracks } from "../layout/route/orthogonal-tracks";
import { flatGraph } from "./make-graph";
import { orderLayers, searchOrder } from "./order-layers";

/** A graph from a seed: edges run between nodes that are near one another in number. */
function seededGraph(seed: number, nodes: number, edges: number, reach: number): FlatGraph {
  const random = new RandomNumbers(seed);
  return flatGraph(
    nodes,
    Array.from({ length: edges }, () => {
      const from = random.below(nodes);
      return [from, Math.min(nodes - 1, from + 1 + random.below(reach))] as const;
    }).filter(([from, to]) => from !== to),
  );
}

const graphs = fc
  .tuple(fc.nat(), fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 70 }))
  .map(([seed, nodes, edges]) => seededGraph(seed, nodes, edges, 9));

function layer(graph: FlatGraph): LayeredGraph {
  const dag = breakCycles(graph);
  return buildLayers(graph, dag, assignRanks(graph, dag));
}

/** What crossing each segment counts: 1 to 4. */
function seededWeights({ low }: LayeredGraph, seed: number): Int32Array {
  const random = new RandomNumbers(seed);
  return low.map(() => 1 + random.below(4));
}

function freeRanks({ rankCount }: LayeredGraph): Uint8Array {
  return new Uint8Array(rankCount);
}

describe("network simplex", () => {
  const problems = fc.tuple(fc.nat(), fc.integer({ min: 2, max: 5 }));

  it("finds the shortest of all feasible ranks", () => {
    fc.assert(
      fc.property(problems, ([seed, nodes]) => {
        const edges = randomLengths(seed, nodes);
        const rank = longestPaths(edges);
        shortenEdges(edges, rank, 1e6);
        expect(isFeasible(edges, rank)).toBe(true);
        expect(totalLength(edges, rank)).toBeCloseTo(shortest(edges), 6);
      }),
      { numRuns: 60 },
    );
  });

  it("leaves feasible ranks that are no longer when it is stopped at any time", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 400 }), (seed, visits) => {
        const edges = randomLengths(seed, 20);
        const rank = longestPaths(edges);
        shortenEdges(edges, rank, visits);
        expect(isFeasible(edges, rank)).toBe(true);
      }),
    );
  });
});

/** A connected problem whose edges all run from lower to higher nodes. */
function randomLengths(seed: number, nodes: number): LengthEdges {
  const random = new RandomNumbers(seed);
  const low: number[] = [];
  const high: number[] = [];
  for (let v = 1; v < nodes; v++) {
    low.push(random.below(v));
    high.push(v);
    if (v > 1 && random.below(2) === 0) {
      low.push(random.below(v));
      high.push(v);
    }
  }
  return {
    nodeCount: nodes,
    low: Int32Array.from(low),
    high: Int32Array.from(high),
    length: Int32Array.from(low, () => 1 + random.below(2)),
    weight: Float64Array.from(low, () => random.below(4)),
  };
}

function longestPaths({ nodeCount, low, high, length }: LengthEdges): Int32Array {
  const rank = new Int32Array(nodeCount);
  for (let v = 0; v < nodeCount; v++) {
    high.forEach((end, e) => {
      if (end === v) rank[v] = Math.max(rank[v], rank[low[e]] + length[e]);
    });
  }
  return rank;
}

function isFeasible({ low, high, length }: LengthEdges, rank: Int32Array): boolean {
  return length.every((least, e) => rank[high[e]] - rank[low[e]] >= least);
}

function totalLength({ low, high, weight }: LengthEdges, rank: Int32Array): number {
  return weight.reduce((sum, w, e) => sum + w * (rank[high[e]] - rank[low[e]]), 0);
}

/** The least total length, by trying everything. */
function shortest(edges: LengthEdges): number {
  const most = 2 * edges.nodeCount;
  const rank = new Int32Array(edges.nodeCount);
  let least = Number.POSITIVE_INFINITY;
  for (let code = 0; code < most ** edges.nodeCount; code++) {
    let rest = code;
    for (let v = 0; v < rank.length; v++) {
      rank[v] = rest % most;
      rest = Math.floor(rest / most);
    }
    if (isFeasible(edges, rank)) least = Math.min(least, totalLength(edges, rank));
  }
  return least;
}

describe("sifting and inserting strands", () => {
  it("remove as many crossings as they say", () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 1, max: 12 }), (graph, reach) => {
        const layered = layer(graph);
        const weight = seededWeights(layered, reach);
        const neighbours = neighboursOf(layered, weight);
        const budget = new WorkBudget(1e7);
        const fixed = freeRanks(layered);
        const order = orderFromSequence(
          layered,
          Int32Array.from({ length: layered.vertexCount }, (_, v) => v),
        );
        const chains = findChains(layered, neighbours, fixed);
        for (const pass of [
          new ChainInsertion(layered, neighbours, chains, budget),
          new Sifting(layered, neighbours, fixed, budget),
        ]) {
          const before = countCrossings(layered, order, weight);
          const gained = pass.improve(order, reach);
          expect(gained).toBeGreaterThanOrEqual(0);
          expect(countCrossings(layered, order, weight)).toBe(before - gained);
          order.vertices.forEach((v, i) => {
            expect(order.place[v]).toBe(i - order.layerStart[layered.rank[v]]);
          });
        }
      }),
    );
  });

  it("carry a long edge round a node that it crosses", () => {
    const graph = flatGraph(6, [
      [0, 1],
      [1, 2],
      [2, 3],
      [4, 5],
      [0, 3],
    ]);
    const layered = layer(graph);
    const order = orderLayers(graph, layered);
    expect(countCrossings(layered, order)).toBe(0);
  });
});

describe("folding", () => {
  const wide = fc.tuple(fc.nat(), fc.integer({ min: 60, max: 160 }));

  it("adds no crossing, keeps the order on every rank and leads every edge rank by rank", () => {
    fc.assert(
      fc.property(wide, ([seed, nodes]) => {
        const graph = seededGraph(seed, nodes, nodes, nodes);
        const layered = layer(graph);
        const order = orderLayers(graph, layered);
        const sizes = {
          width: new Float64Array(nodes).fill(150),
          height: new Float64Array(nodes).fill(30),
        };
        const folded = foldWideRanks(layered, copyOrder(order), sizes, freeRanks(layered));
        const after = countCrossings(folded.layered, folded.order);
        expect(after).toBeLessThanOrEqual(countCrossings(layered, order));
        expectPaths(graph, folded.layered);
        for (let v = 0; v < nodes; v++) {
          for (let w = 0; w < v; w++) {
            if (folded.layered.rank[v] !== folded.layered.rank[w]) continue;
            expect(layered.rank[v]).toBe(layered.rank[w]);
            expect(order.place[v] < order.place[w]).toBe(
              folded.order.place[v] < folded.order.place[w],
            );
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});

/** Every edge is a chain of segments from one end to the other, each climbing one rank. */
function expectPaths(graph: FlatGraph, layered: LayeredGraph): void {
  const { chain, chainStart, low, high, rank } = layered;
  for (let e = 0; e < graph.source.length; e++) {
    const segments = chain.subarray(chainStart[e], chainStart[e + 1]);
    expect(low[segments[0]]).toBe(graph.source[e]);
    expect(high[segments[segments.length - 1]]).toBe(graph.target[e]);
    segments.forEach((s, i) => {
      expect(rank[high[s]]).toBe(rank[low[s]] + 1);
      if (i > 0) expect(low[s]).toBe(high[segments[i - 1]]);
    });
  }
}

describe("cuts", () => {
  it("divide a long chain into columns of about equal height", () => {
    const graph = flatGraph(
      400,
      Array.from({ length: 399 }, (_, v) => [v, v + 1] as const),
    );
    const layered = layer(graph);
    const sizes = {
      width: new Float64Array(400).fill(100),
      height: new Float64Array(400).fill(30),
    };
    const cuts = findCuts(layered, sizes, freeRanks(layered), DEFAULT_CANVAS);
    expect(cuts.length).toBeGreaterThan(5);
    const heights = [...cuts].map((cut, i) => cut - (i === 0 ? -1 : cuts[i - 1]));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(4);
  });

  it("are not made in what is not high", () => {
    const layered = layer(
      flatGraph(3, [
        [0, 1],
        [1, 2],
      ]),
    );
    const sizes = { width: new Float64Array(3).fill(100), height: new Float64Array(3).fill(30) };
    expect(findCuts(layered, sizes, freeRanks(layered), DEFAULT_CANVAS).length).toBe(0);
  });
});

describe("straightening", () => {
  it("keeps neighbours apart and slants no more than before", () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 5, max: 90 }), (graph, room) => {
        const layered = layer(graph);
        const order = orderLayers(graph, layered);
        const all = new Float64Array(layered.vertexCount).fill(room);
        const extents: Extents = { left: all, right: all };
        const none = new Float64Array(graph.source.length).fill(Number.NaN);
        const before = finish(assignX(layered, order, extents));
        const ports = { atLow: none, atHigh: none };
        const weight = flowWeights(graph, breakCycles(graph), layered);
        const x = straighten(layered, order, extents, ports, weight, before);
        for (let r = 0; r < layered.rankCount; r++) {
          for (let i = order.layerStart[r] + 1; i < order.layerStart[r + 1]; i++) {
            const apart = x[order.vertices[i]] - x[order.vertices[i - 1]];
            expect(apart).toBeGreaterThanOrEqual(2 * room - 1e-6);
          }
        }
        const most = slant(layered, weight, before);
        expect(slant(layered, weight, x)).toBeLessThanOrEqual(most + 1e-6);
      }),
    );
  });

  it("keeps a chain straight that feeds one hub all along", () => {
    const layers = 12;
    const hub = layers;
    const graph = flatGraph(
      layers + 1,
      Array.from({ length: layers }, (_, v) => v).flatMap((v) => [
        [v, v + 1] as const,
        ...(v + 1 < layers ? [[v, hub] as const] : []),
      ]),
    );
    const layered = layer(graph);
    const order = orderLayers(graph, layered);
    const room = Float64Array.from(layered.rank, (_, v) => (v <= layers ? 40 : 6));
    const extents: Extents = { left: room, right: room };
    const none = new Float64Array(graph.source.length).fill(Number.NaN);
    const ports = { atLow: none, atHigh: none };
    const start = finish(assignX(layered, order, extents));
    const weight = flowWeights(graph, breakCycles(graph), layered);
    const x = straighten(layered, order, extents, ports, weight, start);
    expect(new Set(x.subarray(0, layers)).size).toBe(1);
  });
});

describe("the flow", () => {
  const depths = fc.integer({ min: 3, max: 20 });

  it("is what has come the longest way: data rather than parameters", () => {
    fc.assert(
      fc.property(depths, (layers) => {
        const each = Array.from({ length: layers }, (_, v) => v);
        const chain = each.slice(1).map((v) => [v - 1, v] as const);
        const parameters = each.map((v) => [layers + v, v] as const);
        const graph = flatGraph(2 * layers, [...chain, ...parameters]);
        const weight = flowWeights(graph, breakCycles(graph), layer(graph));
        each.slice(2).forEach((v) => {
          expect(weight[v - 1]).toBeGreaterThan(2 * weight[layers - 1 + v]);
        });
      }),
    );
  });

  it("is as strong in branches of one length, and weaker in control edges", () => {
    const graph = flatGraph(4, [
      [0, 1],
      [0, 2, 0.5],
      [0, 2],
      [1, 3],
      [2, 3],
    ]);
    const [, control, data, one, other] = flowWeights(graph, breakCycles(graph), layer(graph));
    expect(one).toBe(other);
    expect(control).toBeLessThan(data);
  });
});

/**
 * Slants between two nodes count once, those at one dummy twice, those between two eight times;
 * each by its weight.
 */
function slant(layered: LayeredGraph, weight: Float64Array, x: Float64Array): number {
  const { low, high, nodeCount } = layered;
  const weights = segmentMost(layered, weight);
  return low.reduce((sum, from, s) => {
    const dummies = Number(from >= nodeCount) + Number(high[s] >= nodeCount);
    return sum + weights[s] * [1, 2, 8][dummies] * Math.abs(x[high[s]] - x[from]);
  }, 0);
}

describe("natural order", () => {
  /** Some that stand side by side, all of which feed the same three, and some more of their own. */
  const siblings = fc.tuple(fc.nat(), fc.integer({ min: 3, max: 9 })).map(([seed, count]) => {
    const random = new RandomNumbers(seed);
    const edges = Array.from({ length: count }, (_, v) => v).flatMap((v) => [
      ...[0, 1, 2].map((hub) => [v, count + hub] as const),
      ...(random.below(3) === 0 ? [[v, count + 3 + random.below(3)] as const] : []),
    ]);
    const graph = flatGraph(count + 6, edges);
    return { ...graph, series: graph.series.map((_, v) => (v < count ? 0 : -1)) };
  });

  it("is a permutation of every rank, and turns pairs round at the price of no crossing", () => {
    fc.assert(
      fc.property(siblings, (graph) => {
        const layered = layer(graph);
        const search = searchOrder(graph, layered);
        const { order } = search;
        const natural = search.settle();
        expect([...natural.vertices].sort((a, b) => a - b)).toEqual([...order.place.keys()]);
        const before = countCrossings(layered, order);
        expect(countCrossings(layered, natural)).toBeLessThanOrEqual(before);
        if (countCrossings(layered, natural) < before) return;
        const turned = inversions(graph, layered, order) - inversions(graph, layered, natural);
        expect(turned).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("takes no sorted order that crosses more", () => {
    // 0 feeds the node on the right, 1 the one on the left, which stand so for their own sakes.
    const graph = {
      ...flatGraph(6, [
        [0, 3],
        [1, 2],
        [2, 4],
        [3, 5],
      ]),
      series: series(6, [0, 1]),
    };
    const layered = layer(graph);
    expect(countCrossings(layered, searchOrder(graph, layered).settle())).toBe(0);
  });

  it("parts those that cross alike on either side of what they cross", () => {
    // Six that feed one node and, past it, another: three on either side cross least.
    const members = [0, 1, 2, 3, 4, 5];
    const feeds = members.flatMap((v) => [[v, 6] as const, [v, 7] as const]);
    const graph = { ...flatGraph(8, [...feeds, [6, 7]]), series: series(8, members) };
    const layered = layer(graph);
    const order = searchOrder(graph, layered).settle();
    expect(countCrossings(layered, order)).toBe(6);
    expect(members.map((v) => order.place[v])).toEqual(members);
  });

  it("is that in which they were sent where all are joined to the same", () => {
    const graph = flatGraph(
      8,
      [7, 3, 5, 1, 2].flatMap((v) => [[v, 0] as const, [v, 4] as const]),
    );
    const layered = layer(graph);
    const order = searchOrder(graph, layered).settle();
    const places = [1, 2, 3, 5, 7].map((v) => order.place[v]);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("is that of the names where all cross alike", () => {
    const feeds = [5, 6].flatMap((hub) => [0, 1, 2, 3, 4].map((v) => [v, hub] as const));
    const graph = {
      ...flatGraph(9, [...feeds, [7, 2], [8, 0]]),
      series: series(9, [0, 1, 2, 3, 4]),
    };
    const layered = layer(graph);
    const order = searchOrder(graph, layered).settle();
    const places = [0, 1, 2, 3, 4].map((v) => order.place[v]);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

function series(nodes: number, members: readonly number[]): Int32Array {
  return Int32Array.from({ length: nodes }, (_, v) => (members.includes(v) ? 0 : -1));
}

/** Pairs of a series that stand on one rank against their order. */
function inversions(graph: FlatGraph, { rank }: LayeredGraph, { place }: LayerOrder): number {
  let count = 0;
  for (let v = 0; v < graph.nodeCount; v++) {
    for (let u = 0; u < v; u++) {
      const isOne = graph.series[u] >= 0 && graph.series[u] === graph.series[v];
      if (isOne && rank[u] === rank[v] && place[u] > place[v]) count++;
    }
  }
  return count;
}

describe("tracks", () => {
  it("hold no two pieces that overlap", () => {
    const ends = fc.array(fc.tuple(fc.nat(300), fc.nat(300)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(ends, (pieces) => {
        const n = pieces.length;
        const layered = layer(
          flatGraph(
            2 * n,
            pieces.map((_, i) => [i, n + i] as const),
          ),
        );
        const slots = {
          atLow: Float64Array.from(pieces, ([from]) => from),
          atHigh: Float64Array.from(pieces, ([, to]) => to),
        };
        const { track } = assignTracks(layered, slots);
        pieces.forEach(([a, b], i) => {
          expect(track[i] >= 0).toBe(a !== b);
          pieces.slice(0, i).forEach(([c, d], j) => {
            if (track[i] < 0 || track[i] !== track[j]) return;
            const overlap = Math.min(Math.max(a, b), Math.max(c, d));
            expect(overlap).toBeLessThanOrEqual(Math.max(Math.min(a, b), Math.min(c, d)));
          });
        });
      }),
    );
  });
});

describe("isotonic medians", () => {
  const medians = (values: readonly number[]): number[] => {
    const fitted = Float64Array.from(values);
    fitIsotonicMedians(fitted, values.length);
    return [...fitted];
  };

  it("do not descend, and leave alone what does not", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99, max: 99 })), (values) => {
        const fitted = medians(values);
        fitted.forEach((value, i) => {
          if (i > 0) expect(value).toBeGreaterThanOrEqual(fitted[i - 1]);
        });
        const sorted = [...values].sort((a, b) => a - b);
        expect(medians(sorted)).toEqual(sorted);
      }),
    );
  });
});

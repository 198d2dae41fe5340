/** The graphs of the bench: made up from a seed, or one scope of a real graph. */

/** A flat graph with the sizes of its closed boxes, in world units. */
export interface BenchGraph {
  readonly name: string;
  readonly nodeCount: number;
  readonly width: Float64Array;
  readonly height: Float64Array;
  readonly source: Int32Array;
  readonly target: Int32Array;
}

type Edge = readonly [source: number, target: number];
type Random = () => number;

export const KINDS = ["training", "deep", "wide", "bipartite", "hub", "random", "chain"] as const;
export type Kind = (typeof KINDS)[number];

/** The box of every made-up node. */
const WIDTH = 120;
const HEIGHT = 30;
/** Edges per node, as in graphs of neural networks. */
const DENSITY = 1.3;

const MAKERS: Readonly<Record<Kind, (nodes: number, random: Random) => Edge[]>> = {
  training: trainingEdges,
  deep: deepEdges,
  wide: wideEdges,
  bipartite: bipartiteEdges,
  hub: hubEdges,
  random: randomEdges,
  chain: chainEdges,
};

/** A made-up graph; the same seed always gives the same one. */
export function makeGraph(kind: Kind, nodeCount: number, seed = 1): BenchGraph {
  const edges = MAKERS[kind](nodeCount, seededRandom(seed * 7919 + nodeCount));
  return {
    name: `${kind} ${nodeCount}`,
    nodeCount,
    width: new Float64Array(nodeCount).fill(WIDTH),
    height: new Float64Array(nodeCount).fill(HEIGHT),
    source: Int32Array.from(edges, ([source]) => source),
    target: Int32Array.from(edges, ([, target]) => target),
  };
}

/** Numbers in [0, 1) from a seed (mulberry32, public domain). */
function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

/**
 * The top level of a training graph: inputs, towers of layers with residual edges, variables and
 * switches that layers share, losses, then gradients of all layers and what applies them.
 */
function trainingEdges(nodes: number, random: Random): Edge[] {
  const edges = new Map<string, Edge>();
  const add = (from: number, to: number): void => {
    if (from !== to) edges.set(`${from} ${to}`, [from, to]);
  };
  const inputs = 1 + below(random, 2);
  const hubs = below(random, 3);
  const [gradients, optimizer, loss] = [nodes - 2, nodes - 1, nodes - 3];
  const towers = 1 + below(random, 3);
  const ends: number[] = Array.from({ length: towers }, (_, t) => t % inputs);
  const layers: number[] = [];
  for (let v = inputs + hubs; v < loss; v++) {
    const tower = below(random, towers);
    const kind = random();
    if (kind < 0.6 || layers.length === 0) {
      add(ends[tower], v);
      if (layers.length > 2 && random() < 0.25) add(layers[below(random, layers.length)], v);
      if (hubs > 0 && random() < 0.3) add(inputs + below(random, hubs), v);
      ends[tower] = v;
      layers.push(v);
    } else if (kind < 0.8) {
      // A variable: read by a layer, and updated in the end.
      add(v, layers[layers.length - 1]);
      add(v, random() < 0.7 ? optimizer : gradients);
    } else {
      // A metric or a loss of its own.
      add(layers[below(random, layers.length)], v);
      add(below(random, inputs), v);
      if (random() < 0.6) add(v, loss);
    }
  }
  for (const end of ends) add(end, loss);
  add(loss, gradients);
  for (const layer of layers) if (random() < 0.6) add(layer, gradients);
  add(gradients, optimizer);
  return [...edges.values()];
}

/** One long chain whose nodes are also joined to nodes up to 30 places on. */
function deepEdges(nodes: number, random: Random): Edge[] {
  const edges = chainEdges(nodes);
  const skips = Math.round((DENSITY - 1) * nodes);
  for (let i = 0; i < skips; i++) {
    const from = below(random, Math.max(1, nodes - 3));
    edges.push([from, Math.min(nodes - 1, from + 2 + below(random, 29))]);
  }
  return edges;
}

function chainEdges(nodes: number): Edge[] {
  return Array.from({ length: nodes - 1 }, (_, v) => [v, v + 1]);
}

/** Stages of two to eight branches that join again, with residual edges and shared inputs. */
function wideEdges(nodes: number, random: Random): Edge[] {
  const edges: Edge[] = [];
  let at = 0;
  let next = 1;
  const seen: number[] = [];
  while (next < nodes) {
    const entrance = at;
    const ends: number[] = [];
    const branches = 2 + below(random, 7);
    for (let b = 0; b < branches && next < nodes - 1; b++) {
      let v = entrance;
      const length = 1 + below(random, 5);
      for (let i = 0; i < length && next < nodes - 1; i++) {
        edges.push([v, next]);
        v = next++;
      }
      ends.push(v);
    }
    const join = next++;
    for (const v of ends) edges.push([v, join]);
    if (random() < 0.5) edges.push([entrance, join]);
    if (random() < 0.3 && seen.length > 0) {
      edges.push([seen[Math.max(0, seen.length - 1 - below(random, 40))], join]);
    }
    for (let v = entrance + 1; v < join; v++) if (random() < 0.05) seen.push(v);
    // Now and then a branch starts from an earlier stage: towers side by side.
    at = random() < 0.75 || seen.length === 0 ? join : seen[below(random, seen.length)];
  }
  return edges;
}

function bipartiteEdges(nodes: number, random: Random): Edge[] {
  const half = nodes >> 1;
  const edges = new Map<number, Edge>();
  while (edges.size < Math.min(Math.round(DENSITY * nodes), half * half)) {
    const edge = [below(random, half), half + below(random, nodes - half)] as const;
    edges.set(edge[0] * nodes + edge[1], edge);
  }
  return [...edges.values()];
}

/** A few hubs that feed, or are fed by, nearly all others; a third of those are joined too. */
function hubEdges(nodes: number, random: Random): Edge[] {
  const hubs = Math.max(1, Math.round(Math.log10(nodes)));
  const edges: Edge[] = [];
  for (let v = hubs; v < nodes; v++) {
    const hub = below(random, hubs);
    edges.push(hub % 2 === 0 ? [hub, v] : [v, hub]);
    if (v > hubs + 1 && random() < 0.3) edges.push([Math.max(hubs, v - 1 - below(random, 9)), v]);
  }
  return edges;
}

/** Any two nodes, the earlier before the later, but for one edge in fifty. */
function randomEdges(nodes: number, random: Random): Edge[] {
  return Array.from({ length: Math.round(DENSITY * nodes) }, () => {
    const [a, b] = [below(random, nodes), below(random, nodes)];
    const [first, last] = [Math.min(a, b), Math.max(a, b)];
    return random() < 0.02 ? [last, first] : [first, last];
  });
}

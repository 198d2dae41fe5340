/** Other engines, loaded from the folder that `scripts/bench layout` installs them in. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Drawing, joinRoutes } from "./drawing";
import type { BenchGraph } from "./graphs";

export const PEERS = ["dagre", "elk", "dot"] as const;
export type Peer = (typeof PEERS)[number];

/** Lays a graph out and tells how many milliseconds that took. */
export type PeerLayout = (graph: BenchGraph) => Promise<{ drawing: Drawing; ms: number }>;

const LOADERS: Readonly<Record<Peer, (folder: string) => Promise<PeerLayout>>> = {
  dagre: loadDagre,
  elk: loadElk,
  dot: loadDot,
};

export function loadPeer(peer: Peer, folder: string): Promise<PeerLayout> {
  return LOADERS[peer](join(folder, "node_modules"));
}

/** The modules' own types are not installed where this is compiled: only what is used is named. */
async function load<T>(...path: string[]): Promise<T> {
  const module = (await import(pathToFileURL(join(...path)).href)) as { default?: T };
  return (module.default ?? module) as T;
}

interface DagreGraph {
  setGraph(options: object): void;
  setDefaultEdgeLabel(label: () => object): void;
  setNode(name: string, size: object): void;
  setEdge(source: string, target: string, label: object, name: string): void;
  node(name: string): { x: number; y: number };
  edge(source: string, target: string, name: string): { points?: { x: number; y: number }[] };
}

interface Dagre {
  graphlib: { Graph: new (options: object) => DagreGraph };
  layout(graph: DagreGraph): void;
}

async function loadDagre(modules: string): Promise<PeerLayout> {
  const dagre = await load<Dagre>(modules, "@dagrejs", "dagre", "dist", "dagre.cjs");
  return async (graph) => {
    const dag = new dagre.graphlib.Graph({ multigraph: true });
    dag.setGraph({ rankdir: "BT", nodesep: 22, ranksep: 34, edgesep: 12 });
    for (let v = 0; v < graph.nodeCount; v++) {
      dag.setNode(`${v}`, { width: graph.width[v], height: graph.height[v] });
    }
    graph.source.forEach((source, e) => {
      dag.setEdge(`${source}`, `${graph.target[e]}`, {}, `${e}`);
    });
    const begun = performance.now();
    dagre.layout(dag);
    const ms = performance.now() - begun;
    const nodes = Array.from({ length: graph.nodeCount }, (_, v) => dag.node(`${v}`));
    const routes = Array.from(graph.source, (source, e) =>
      (dag.edge(`${source}`, `${graph.target[e]}`, `${e}`).points ?? []).flatMap((p) => [p.x, p.y]),
    );
    return { ms, drawing: centred(graph, nodes, routes) };
  };
}

interface ElkPoint {
  x: number;
  y: number;
}

interface ElkResult {
  children: ElkPoint[];
  edges: {
    sections?: { startPoint: ElkPoint; bendPoints?: ElkPoint[]; endPoint: ElkPoint }[];
  }[];
}

async function loadElk(modules: string): Promise<PeerLayout> {
  const Elk = await load<new () => { layout(graph: object): Promise<ElkResult> }>(
    modules,
    "elkjs",
    "lib",
    "elk.bundled.js",
  );
  const elk = new Elk();
  return async (graph) => {
    const begun = performance.now();
    const result = await elk.layout(elkInput(graph));
    const ms = performance.now() - begun;
    const nodes = result.children.map((node, v) => ({
      x: node.x + graph.width[v] / 2,
      y: node.y + graph.height[v] / 2,
    }));
    const routes = result.edges.map(({ sections = [] }) =>
      sections
        .flatMap(({ startPoint, bendPoints = [], endPoint }) => [
          startPoint,
          ...bendPoints,
          endPoint,
        ])
        .flatMap((p) => [p.x, p.y]),
    );
    return { ms, drawing: centred(graph, nodes, routes) };
  };
}

function elkInput(graph: BenchGraph): object {
  return {
    id: "root",
    layoutOptions: {
      "elk.algorithm": "layered",
      "elk.direction": "UP",
      "elk.edgeRouting": "POLYLINE",
      "elk.spacing.nodeNode": "22",
      "elk.layered.spacing.nodeNodeBetweenLayers": "34",
      "elk.spacing.edgeNode": "12",
      "elk.spacing.edgeEdge": "12",
    },
    children: Array.from({ length: graph.nodeCount }, (_, v) => ({
      id: `n${v}`,
      width: graph.width[v],
      height: graph.height[v],
    })),
    edges: Array.from(graph.source, (source, e) => ({
      id: `e${e}`,
      sources: [`n${source}`],
      targets: [`n${graph.target[e]}`],
    })),
  };
}

interface Graphviz {
  layout(source: string, format: string, engine: string): string;
}

/** Graphviz measures boxes in inches of 72 points. */
const POINTS = 72;

async function loadDot(modules: string): Promise<PeerLayout> {
  const wasm = await load<{ Graphviz: { load(): Promise<Graphviz> } }>(
    modules,
    "@hpcc-js",
    "wasm-graphviz",
    "dist",
    "index.js",
  );
  const graphviz = await wasm.Graphviz.load();
  return async (graph) => {
    const source = dotSource(graph);
    const begun = performance.now();
    const answer = JSON.parse(graphviz.layout(source, "json", "dot")) as DotAnswer;
    const ms = performance.now() - begun;
    const nodes = Array.from({ length: graph.nodeCount }, (_, v) => ({ x: v, y: 0 }));
    for (const { name, pos } of answer.objects) {
      const [x, y] = pos.split(",").map(Number);
      nodes[Number(name.slice(1))] = { x, y: -y };
    }
    const routes: number[][] = Array.from(graph.source, () => []);
    for (const { id, pos } of answer.edges ?? []) routes[Number(id.slice(1))] = splinePoints(pos);
    return { ms, drawing: centred(graph, nodes, routes) };
  };
}

interface DotAnswer {
  objects: { name: string; pos: string }[];
  edges?: { id: string; pos: string }[];
}

function dotSource(graph: BenchGraph): string {
  const lines = ["digraph {", "rankdir=BT; nodesep=0.31; ranksep=0.47;"];
  lines.push('node [shape=box, fixedsize=true, label=""]; edge [arrowhead=none];');
  for (let v = 0; v < graph.nodeCount; v++) {
    lines.push(`n${v} [width=${graph.width[v] / POINTS}, height=${graph.height[v] / POINTS}];`);
  }
  graph.source.forEach((source, e) => {
    lines.push(`n${source} -> n${graph.target[e]} [id="e${e}"];`);
  });
  return [...lines, "}"].join("\n");
}

/** Straight pieces per Bézier curve. */
const PIECES = 6;

/** The points along a spline as Graphviz writes it: a point, then three for every curve. */
function splinePoints(pos: string): number[] {
  const at = pos
    .split(" ")
    .filter((word) => !word.startsWith("e,") && !word.startsWith("s,"))
    .map((word) => word.split(",").map(Number));
  const points = [at[0][0], -at[0][1]];
  for (let i = 0; i + 3 < at.length; i += 3) {
    for (let piece = 1; piece <= PIECES; piece++) {
      const t = piece / PIECES;
      const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      const sum = (axis: number): number =>
        weights.reduce((total, weight, k) => total + weight * at[i + k][axis], 0);
      points.push(sum(0), -sum(1));
    }
  }
  return points;
}

function centred(
  graph: BenchGraph,
  nodes: readonly { x: number; y: number }[],
  routes: readonly (readonly number[])[],
): Drawing {
  return {
    x: Float64Array.from(nodes, ({ x }, v) => x - graph.width[v] / 2),
    y: Float64Array.from(nodes, ({ y }, v) => y - graph.height[v] / 2),
    width: graph.width,
    height: graph.height,
    source: graph.source,
    target: graph.target,
    ...joinRoutes(routes),
  };
}

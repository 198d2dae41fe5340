/** Runs engines over graphs and prints a line per graph and engine, then how they stand. */
import type { ScopeRequest } from "../../src/features/graph/layout/request";
import { measureCalm } from "./calm";
import { measureChoices } from "./choice-calm";
import { type CanvasSize, firstViewOf } from "./first-view";
import { type BenchGraph, type Kind, makeGraph } from "./graphs";
import { measureDrawing } from "./metrics";
import { drawingOf, layOutOnce, requestFor } from "./our-engine";
import { type Outcome, PeerOutcomes } from "./peer-outcomes";
import { answerAsPeer } from "./peer-process";
import type { Peer } from "./peers";
import { readRealGraphs, realScope } from "./real-graphs";
import { Standings } from "./standings";

interface Options {
  readonly kinds: readonly Kind[];
  readonly sizes: readonly number[];
  readonly seeds: readonly number[];
  readonly peers: readonly Peer[];
  /** Where peers are installed, and where their answers are kept between runs. */
  readonly folder: string;
  readonly runs: number;
  readonly labelWidth: number;
  readonly seconds: number;
  /** Files of real scopes, and the least number of nodes of those that are drawn. */
  readonly scopes: readonly string[];
  readonly least: number;
  /** How often scopes of each real graph are opened or closed; 0 for not at all. */
  readonly toggles: number;
  /** Whether kinds are hidden and series taken apart in each real graph. */
  readonly choices: boolean;
  /** The canvas in which the first view of each real graph is measured; null for not at all. */
  readonly canvas: CanvasSize | null;
}

interface Task {
  readonly graph: BenchGraph;
  readonly request: ScopeRequest;
}

async function main(): Promise<void> {
  const [mode, argument, folder] = process.argv.slice(2);
  if (mode === "peer") await answerAsPeer(argument as Peer, folder);
  else compare(JSON.parse(argument) as Options);
}

function compare(options: Options): void {
  const outcomes = new PeerOutcomes(options.folder, options.seconds);
  const standings = new Standings();
  print(HEADINGS);
  for (const { graph, request } of tasks(options)) {
    const edges = graph.source.length;
    const ours = runOurs(graph, request, options.runs);
    printOutcome(graph.name, graph.nodeCount, edges, "ours", ours);
    standings.noteOurs(ours);
    for (const peer of options.peers) {
      const theirs = outcomes.get(peer, graph);
      printOutcome("", graph.nodeCount, edges, peer, theirs);
      standings.notePeer(peer, graph.name, graph.nodeCount, theirs, ours);
    }
  }
  for (const line of standings.lines()) print(line);
  if (options.toggles > 0) printCalm(options);
  if (options.choices) printChoices(options);
  if (options.canvas) printFirstViews(options, options.canvas, outcomes);
}

function printFirstViews(
  { scopes, peers }: Options,
  canvas: CanvasSize,
  outcomes: PeerOutcomes,
): void {
  const cells = ["boxes", "lines", "flow", "world", "zoom", "area", "shown", "straight"];
  cells.push("crossings", "through", "overlaps", "labels", "ms", ...peers);
  print(["\nfirst view".padEnd(31), ...cells.map((cell) => cell.padStart(9))].join(" "));
  for (const real of scopes.flatMap(readRealGraphs)) {
    const view = firstViewOf(real, canvas);
    const { metrics, graph, world } = view;
    const crossed = peers.map((peer) => outcomes.get(peer, graph).metrics?.crossings ?? "-");
    const all = [
      view.boxes,
      view.lines,
      view.direction.slice(0, 7),
      `${world.width.toFixed(0)}x${world.height.toFixed(0)}`,
      view.zoom.toFixed(2),
      view.area.toFixed(2),
      view.shown.toFixed(2),
      `${view.straight}/${view.chained}`,
      metrics.crossings,
      metrics.edgesThroughNodes,
      metrics.overlaps,
      metrics.labels,
      view.ms.toFixed(1),
      ...crossed,
    ];
    print([real.name.slice(-30).padEnd(30), ...all.map((cell) => `${cell}`.padStart(9))].join(" "));
  }
}

function printCalm({ scopes, toggles }: Options): void {
  const cells = ["steps", "pairs", "changed", "different", "moved", "needed", "ms"];
  print(["\nopened and closed".padEnd(35), ...cells.map((cell) => cell.padStart(10))].join(" "));
  for (const real of scopes.flatMap(readRealGraphs)) {
    const { steps, pairs, changed, different, moved, needed, ms } = measureCalm(real, toggles, 1);
    const numbers = [steps, pairs, changed, different, moved.toFixed(0), needed.toFixed(0)];
    const all = [...numbers, ms.toFixed(1)].map((cell) => `${cell}`.padStart(10));
    print([real.name.slice(-34).padEnd(34), ...all].join(" "));
  }
}

function printChoices({ scopes }: Options): void {
  const cells = ["choices", "pairs", "changed", "moved", "half size"];
  print(["\nhidden and regrouped".padEnd(35), ...cells.map((cell) => cell.padStart(10))].join(" "));
  for (const real of scopes.flatMap(readRealGraphs)) {
    const { choices, pairs, changed, moved, size } = measureChoices(real);
    const numbers = [choices, pairs, changed, moved.toFixed(0), size.toFixed(0)];
    const all = numbers.map((cell) => `${cell}`.padStart(10));
    print([real.name.slice(-34).padEnd(34), ...all].join(" "));
  }
}

function* tasks(options: Options): Generator<Task> {
  for (const kind of options.kinds) {
    for (const size of kind === "chain" ? [2000] : options.sizes) {
      for (const seed of options.seeds) {
        const graph = makeGraph(kind, size, seed);
        yield {
          graph: { ...graph, name: seed === 1 ? graph.name : `${graph.name} #${seed}` },
          request: requestFor(graph, options.labelWidth),
        };
      }
    }
  }
  for (const path of options.scopes) {
    for (const real of readRealGraphs(path)) {
      for (const scope of real.scopes.values()) {
        if (scope.nodes.length >= options.least) yield realScope(real, scope);
      }
    }
  }
}

/** The fastest run after a first one, whose code may be cold. */
function runOurs(graph: BenchGraph, request: ScopeRequest, runs: number): Outcome {
  let fastest = Number.POSITIVE_INFINITY;
  let result = layOutOnce(request);
  for (let run = 0; run < runs; run++) {
    const begun = performance.now();
    result = layOutOnce(request);
    fastest = Math.min(fastest, performance.now() - begun);
  }
  return { ms: fastest, metrics: measureDrawing(drawingOf(graph, request, result)) };
}

const HEADINGS = [
  "graph".padEnd(34),
  "nodes".padStart(6),
  "edges".padStart(6),
  "engine".padStart(7),
  "ms".padStart(9),
  "crossings".padStart(10),
  "length".padStart(12),
  "through".padStart(8),
  "overlaps".padStart(9),
  "labels".padStart(7),
  "area".padStart(9),
  "w/h".padStart(8),
].join(" ");

function printOutcome(
  name: string,
  nodes: number,
  edges: number,
  engine: string,
  { ms, metrics }: Outcome,
): void {
  const cells = [
    name.slice(-34).padEnd(34),
    `${nodes}`.padStart(6),
    `${edges}`.padStart(6),
    engine.padStart(7),
  ];
  if (!metrics) {
    print(`${cells.join(" ")} failed, or took too long`);
    return;
  }
  cells.push(
    ms.toFixed(1).padStart(9),
    `${metrics.crossings}`.padStart(10),
    metrics.edgeLength.toFixed(0).padStart(12),
    `${metrics.edgesThroughNodes}`.padStart(8),
    `${metrics.overlaps}`.padStart(9),
    `${metrics.coveredLabels}`.padStart(7),
    ((metrics.width * metrics.height) / 1e6).toFixed(2).padStart(9),
    (metrics.width / Math.max(1, metrics.height)).toPrecision(3).padStart(8),
  );
  print(cells.join(" "));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();

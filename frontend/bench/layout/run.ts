/**
 * Runs engines over graphs and prints a line per graph and engine.
 *
 * Peers run in processes of their own, since some of them never end or overflow their stack.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { ScopeRequest } from "../../src/features/graph/layout/request";
import { measureCalm } from "./calm";
import { measureChoices } from "./choice-calm";
import { type BenchGraph, type Kind, makeGraph } from "./graphs";
import { type Metrics, measureDrawing } from "./metrics";
import { drawingOf, layOutOnce, requestFor } from "./our-engine";
import { loadPeer, type Peer } from "./peers";
import { readRealGraphs, realScope } from "./real-graphs";

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
}

/** What one engine made of one graph; without metrics it failed or took too long. */
interface Outcome {
  readonly ms: number;
  readonly metrics?: Metrics;
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

/** Lays out the graph on standard input with one peer; its answer goes to standard output. */
async function answerAsPeer(peer: Peer, folder: string): Promise<void> {
  const layOut = await loadPeer(peer, folder);
  const graph = decodeGraph(readFileSync(0, "utf8"));
  await layOut(makeGraph("deep", 30));
  const { drawing, ms } = await layOut(graph);
  process.stdout.write(JSON.stringify({ ms, metrics: measureDrawing(drawing) } satisfies Outcome));
}

function compare(options: Options): void {
  const kept = new KeptOutcomes(`${options.folder}/outcomes.json`);
  const totals = new Map<string, number>();
  print(HEADINGS);
  for (const { graph, request } of tasks(options)) {
    const edges = graph.source.length;
    const own = runOurs(graph, request, options.runs);
    printOutcome(graph.name, graph.nodeCount, edges, "ours", own.best);
    for (const peer of options.peers) {
      const outcome = kept.get(`${peer} ${graph.name} ${edges}`, () =>
        askPeer(peer, graph, options),
      );
      printOutcome("", graph.nodeCount, edges, peer, outcome);
      if (outcome.metrics && own.best.metrics) {
        note(totals, peer, outcome.metrics, own.best.metrics);
      }
    }
  }
  for (const [name, value] of totals) print(`${name}: ${value}`);
  if (options.toggles > 0) printCalm(options);
  if (options.choices) printChoices(options);
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

/** Sums of crossings over the graphs that both finished, and where ours has more. */
function note(totals: Map<string, number>, peer: Peer, theirs: Metrics, ours: Metrics): void {
  const add = (name: string, by: number): void => {
    totals.set(name, (totals.get(name) ?? 0) + by);
  };
  const limit = peer === "dot" ? 1.15 : 1;
  add(`crossings, ${peer}`, theirs.crossings);
  add(`crossings, ours where ${peer} finished`, ours.crossings);
  add(
    `graphs where ours crosses more than ${limit} × ${peer}`,
    ours.crossings > limit * theirs.crossings ? 1 : 0,
  );
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

/** The first run, whose code is cold when the graph is the first, and the fastest. */
function runOurs(graph: BenchGraph, request: ScopeRequest, runs: number): { best: Outcome } {
  let fastest = Number.POSITIVE_INFINITY;
  let result = layOutOnce(request);
  for (let run = 0; run < runs; run++) {
    const begun = performance.now();
    result = layOutOnce(request);
    fastest = Math.min(fastest, performance.now() - begun);
  }
  return { best: { ms: fastest, metrics: measureDrawing(drawingOf(graph, request, result)) } };
}

function askPeer(peer: Peer, graph: BenchGraph, { folder, seconds }: Options): Outcome {
  const answer = spawnSync(
    process.execPath,
    ["--stack-size=4000", process.argv[1], "peer", peer, folder],
    { input: encodeGraph(graph), timeout: seconds * 1000, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const begins = answer.stdout.lastIndexOf('{"ms"');
  if (answer.status !== 0 || begins < 0) return { ms: Number.NaN };
  return JSON.parse(answer.stdout.slice(begins)) as Outcome;
}

function encodeGraph(graph: BenchGraph): string {
  return JSON.stringify(graph, (_key, value: unknown) =>
    ArrayBuffer.isView(value) ? Array.from(value as unknown as Iterable<number>) : value,
  );
}

function decodeGraph(text: string): BenchGraph {
  const plain = JSON.parse(text) as Record<keyof BenchGraph, number[]>;
  return {
    name: String(plain.name),
    nodeCount: Number(plain.nodeCount),
    width: Float64Array.from(plain.width),
    height: Float64Array.from(plain.height),
    source: Int32Array.from(plain.source),
    target: Int32Array.from(plain.target),
  };
}

/** Answers of peers, which do not change from run to run. */
class KeptOutcomes {
  private readonly known: Record<string, Outcome>;

  constructor(private readonly path: string) {
    this.known = existsSync(path)
      ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, Outcome>)
      : {};
  }

  get(key: string, ask: () => Outcome): Outcome {
    if (!Object.hasOwn(this.known, key)) {
      this.known[key] = ask();
      writeFileSync(this.path, JSON.stringify(this.known));
    }
    return this.known[key];
  }
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

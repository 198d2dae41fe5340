/**
 * What peers made of graphs.
 *
 * They run in processes of their own, since some of them never end or overflow their stack. Their
 * answers are kept by what is drawn, whatever its name: they do not change from run to run, and
 * the blocks of a network are often alike.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { contentKey } from "../../src/features/graph/layout/core/content-key";
import type { BenchGraph } from "./graphs";
import type { Metrics } from "./metrics";
import type { Peer } from "./peers";

/** What one engine made of one graph; without metrics it failed or took too long. */
export interface Outcome {
  readonly ms: number;
  readonly metrics?: Metrics;
  /** For a failure: the seconds that the peer was given. */
  readonly seconds?: number;
}

export class PeerOutcomes {
  private readonly path: string;
  private readonly known: Record<string, Outcome>;

  /** `folder` holds the peers and what they answered; `seconds` is what each graph may take. */
  constructor(
    private readonly folder: string,
    private readonly seconds: number,
  ) {
    this.path = `${folder}/outcomes.json`;
    this.known = existsSync(this.path)
      ? (JSON.parse(readFileSync(this.path, "utf8")) as Record<string, Outcome>)
      : {};
  }

  /** The kept answer, or a new one; failures are asked again when there is more time. */
  get(peer: Peer, graph: BenchGraph): Outcome {
    const { nodeCount, width, height, source, target } = graph;
    const key = `${peer} ${nodeCount} ${contentKey([width, height, source, target])}`;
    const kept = Object.hasOwn(this.known, key) ? this.known[key] : undefined;
    if (kept && (kept.metrics || (kept.seconds ?? 0) >= this.seconds)) return kept;
    const outcome = this.ask(peer, graph);
    this.known[key] = outcome;
    writeFileSync(this.path, JSON.stringify(this.known));
    return outcome;
  }

  private ask(peer: Peer, graph: BenchGraph): Outcome {
    const answer = spawnSync(
      process.execPath,
      ["--stack-size=4000", process.argv[1], "peer", peer, this.folder],
      {
        input: encodeGraph(graph),
        timeout: this.seconds * 1000,
        encoding: "utf8",
        maxBuffer: 1 << 28,
      },
    );
    const begins = answer.stdout.lastIndexOf('{"ms"');
    if (answer.status !== 0 || begins < 0) return { ms: Number.NaN, seconds: this.seconds };
    return JSON.parse(answer.stdout.slice(begins)) as Outcome;
  }
}

function encodeGraph(graph: BenchGraph): string {
  return JSON.stringify(graph, (_key, value: unknown) =>
    ArrayBuffer.isView(value) ? Array.from(value as unknown as Iterable<number>) : value,
  );
}

export function decodeGraph(text: string): BenchGraph {
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

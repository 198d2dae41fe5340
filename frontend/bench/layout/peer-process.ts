/** The process that a peer runs in: a graph on standard input, its outcome on standard output. */
import { readFileSync } from "node:fs";
import { makeGraph } from "./graphs";
import { measureDrawing } from "./metrics";
import { decodeGraph, type Outcome } from "./peer-outcomes";
import { loadPeer, type Peer } from "./peers";

/**
 * Lays out the graph on standard input with one peer; its answer goes to standard output. The
 * time is the processor's where that is less: others on the machine are not the peer's fault.
 */
export async function answerAsPeer(peer: Peer, folder: string): Promise<void> {
  const layOut = await loadPeer(peer, folder);
  const graph = decodeGraph(readFileSync(0, "utf8"));
  await layOut(makeGraph("deep", 30));
  const before = process.cpuUsage();
  const { drawing, ms: waited } = await layOut(graph);
  const { user, system } = process.cpuUsage(before);
  const ms = Math.min(waited, (user + system) / 1000);
  process.stdout.write(JSON.stringify({ ms, metrics: measureDrawing(drawing) } satisfies Outcome));
}

/** How ours stands beside each peer, over all graphs that both have drawn. */
import type { Outcome } from "./peer-outcomes";
import type { Peer } from "./peers";

/** Crossings allowed for each of a peer's. */
const LIMITS: Readonly<Record<Peer, number>> = { dagre: 1, elk: 1, dot: 1.15 };

/** Milliseconds that ours may take for graphs of up to so many nodes. */
const TIME_BUDGETS = [
  { nodes: 1_000, ms: 60 },
  { nodes: 5_000, ms: 200 },
  { nodes: Number.POSITIVE_INFINITY, ms: 500 },
] as const;

interface Standing {
  graphs: number;
  ours: number;
  theirs: number;
  /** Names of graphs where ours crosses more than the limit. */
  readonly over: string[];
  /** The same where the peer took no longer than ours may. */
  readonly overInTime: string[];
  inTime: number;
}

export class Standings {
  private readonly peers = new Map<Peer, Standing>();
  private graphs = 0;
  private through = 0;
  private overlaps = 0;

  noteOurs({ metrics }: Outcome): void {
    this.graphs++;
    this.through += metrics?.edgesThroughNodes ?? 0;
    this.overlaps += metrics?.overlaps ?? 0;
  }

  notePeer(peer: Peer, name: string, nodes: number, theirs: Outcome, ours: Outcome): void {
    if (!theirs.metrics || !ours.metrics) return;
    const standing = this.standing(peer);
    const isInTime = theirs.ms <= timeBudget(nodes);
    standing.graphs++;
    standing.ours += ours.metrics.crossings;
    standing.theirs += theirs.metrics.crossings;
    if (isInTime) standing.inTime++;
    if (ours.metrics.crossings <= LIMITS[peer] * theirs.metrics.crossings) return;
    standing.over.push(name);
    if (isInTime) standing.overInTime.push(name);
  }

  *lines(): Generator<string> {
    const { graphs, through, overlaps } = this;
    yield `ours: ${graphs} graphs, ${through} edges through nodes, ${overlaps} overlaps`;
    for (const [peer, standing] of this.peers) {
      const { ours, theirs, over, inTime, overInTime } = standing;
      yield `${peer}: ${standing.graphs} graphs drawn by both, crossings ours ${ours}, theirs ${theirs}`;
      yield `  ours crosses more than ${LIMITS[peer]} × theirs in ${over.length}${named(over)}`;
      yield `  ${peer} was as quick as ours must be in ${inTime}, over in ${overInTime.length} of them`;
    }
  }

  private standing(peer: Peer): Standing {
    const fresh = { graphs: 0, ours: 0, theirs: 0, over: [], overInTime: [], inTime: 0 };
    const standing = this.peers.get(peer) ?? fresh;
    this.peers.set(peer, standing);
    return standing;
  }
}

function timeBudget(nodes: number): number {
  return TIME_BUDGETS.find((budget) => nodes <= budget.nodes)?.ms ?? 0;
}

function named(names: readonly string[]): string {
  return names.length === 0 ? "" : `: ${names.join(", ")}`;
}

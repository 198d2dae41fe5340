/** The trace that was chosen, as far as it is in sight. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { GraphTrace } from "../../../../api/types";
import { LatestQuery, type LatestState } from "../../../../state/server/latest-query";
import { QueryCache } from "../../../../state/server/query-cache";
import type { GraphOptions } from "../../options/graph-options";
import type { GraphSession } from "../../session/graph-session";
import type { TraceQuery } from "./request-trace";

const MAX_IDLE = 20;

function traceCache(): QueryCache<TraceQuery, GraphTrace> {
  return new QueryCache({
    fetch: async (query, signal) => (await import("./request-trace")).requestTrace(query, signal),
    isRetried: false,
    maxIdle: MAX_IDLE,
  });
}

export class TraceSession {
  readonly now: ReadonlySignal<LatestState<GraphTrace>>;
  /** The nodes in sight that are on the trace; undefined without one. */
  readonly traced: ReadonlySignal<ReadonlySet<string> | undefined>;
  private readonly latest = new LatestQuery(traceCache());
  private readonly stops: (() => void)[];

  constructor(private readonly session: GraphSession) {
    this.now = this.latest.state;
    this.traced = computed(() => {
      const trace = this.now.value.data;
      return trace === null ? undefined : new Set(trace.visible.map(({ name }) => name));
    });
    const open = computed(() => openNames(session));
    this.stops = [
      effect(() => this.follow(open.value)),
      effect(() => traceToSelection(session.options)),
    ];
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.latest.clear();
  }

  private follow(open: readonly string[]): void {
    const { trace, extraction } = this.session.options;
    const choice = trace.choice.value;
    const grouping = extraction.groupingQuery();
    if (choice === undefined) {
      this.latest.clear();
      return;
    }
    const { source: from, target, direction, hops } = choice;
    const to = target === "" ? undefined : target;
    const query = { ...grouping, from, to, direction, hops, limit: 0 };
    this.latest.show({ graph: this.session.graph.id, query, open });
  }
}

/** The open scopes that are in sight, besides the top level. */
function openNames(session: GraphSession): string[] {
  const scopes = session.visible.value?.scopes ?? [];
  return scopes.map(({ scope }) => scope.name).filter((name) => name !== "");
}

/** The node that is selected next is the other end; the one that is selected already is not. */
function traceToSelection({ selectedNode, trace }: GraphOptions): void {
  const name = selectedNode.value;
  const from = trace.pickFrom.peek();
  if (from !== "" && name !== "" && name !== from) trace.start(from, "between", name);
}

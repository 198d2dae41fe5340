/** Services of sessions without a server: graphs by id, laid out behind a message port. */
import { type Signal, signal } from "@preact/signals";
import { SharedDocument } from "../../../state/server/shared-document";
import { DEFAULT_CANVAS } from "../layout/request";
import { LayoutWorkers } from "../layout/worker/spare-worker";
import type { GraphOptions } from "../options/graph-options";
import type { Scope } from "../scope/model";
import { type ScopeQuery, ScopeStore } from "../scope/scope-store";
import { type GraphServices, parseOrigins, type SavedOrigins } from "../session/graph-services";
import { measureLetters } from "./build-scene";
import { startPortWorker } from "./port-worker";

export interface ScopeRequest {
  readonly graph: string;
  readonly names: readonly string[];
  readonly query: ScopeQuery;
}

export interface TestServices extends GraphServices {
  /** All requests so far. */
  readonly requests: readonly ScopeRequest[];
}

/** Answers requests for scopes from `graphs`, whatever the query is. */
export function testServices(
  graphs: Readonly<Record<string, ReadonlyMap<string, Scope>>>,
): TestServices {
  const requests: ScopeRequest[] = [];
  const fetch = async (
    key: string,
    names: readonly string[],
    query: ScopeQuery,
  ): Promise<Scope[]> => {
    const graph = key.split(" ", 1)[0] ?? "";
    requests.push({ graph, names, query });
    return names.flatMap((name) => graphs[graph]?.get(name) ?? []);
  };
  const inspected: Signal<GraphOptions | null> = signal(null);
  const focused: Signal<GraphOptions | null> = signal(null);
  return {
    scopes: new ScopeStore(fetch),
    workers: new LayoutWorkers(startPortWorker),
    measure: measureLetters,
    canvasShape: () => DEFAULT_CANVAS,
    places: new SharedDocument<SavedOrigins>("graphs", {
      parse: parseOrigins,
      merge: (_, ours, theirs) => ({ ...theirs, ...ours }),
    }),
    inspected,
    focused,
    requests,
  };
}

/** Which node of one graph stands for a node of the other, scope by scope as they are opened. */
import { effect, untracked } from "@preact/signals";
import { getCounterparts } from "../../../api/graph-questions";
import type { Counterparts, ScopeCounterparts } from "../../../api/types";
import { QueryCache } from "../../../state/server/query-cache";
import type { QueryEntry } from "../../../state/server/query-entry";
import type { GraphOptions } from "../options/graph-options";

export type Side = "before" | "both" | "after";

interface CounterpartsQuery {
  readonly graph: string;
  readonly query: Parameters<typeof getCounterparts>[1];
}

type Entry = QueryEntry<CounterpartsQuery, ScopeCounterparts>;
type ByName = ReadonlyMap<string, Counterparts>;

const MAX_IDLE = 50;

export class ComparedNodes {
  private readonly cache: QueryCache<CounterpartsQuery, ScopeCounterparts>;
  private readonly observed = new Map<Entry, () => void>();
  private readonly byName = new WeakMap<ScopeCounterparts, ByName>();

  /** `graph` is the id of the two graphs as one. */
  constructor(
    private readonly graph: string,
    private readonly options: GraphOptions,
    fetch = getCounterparts,
  ) {
    this.cache = new QueryCache({
      fetch: ({ graph: id, query }, signal) => fetch(id, query, signal),
      isRetried: false,
      maxIdle: MAX_IDLE,
    });
  }

  dispose(): void {
    for (const stop of this.observed.values()) stop();
    this.observed.clear();
  }

  /** Requests the nodes of scopes that are on show; others may go. */
  want(scopes: readonly (readonly [Side, string])[]): void {
    const wanted = new Set(scopes.map(([side, scope]) => this.entryOf(side, scope)));
    for (const entry of wanted) this.observe(entry);
    for (const [entry, stop] of this.observed) {
      if (wanted.has(entry) || !entry.state.peek().isAnswered) continue;
      stop();
      this.observed.delete(entry);
    }
  }

  /** A node of a scope, once the scope has been sent; reads signals. */
  find(side: Side, scope: string, name: string): Counterparts | undefined {
    const { data } = this.entryOf(side, scope).state.value;
    return data === null ? undefined : this.namesOf(data).get(name);
  }

  /** The same, and waits for it; undefined too where it cannot be had. */
  load(side: Side, scope: string, name: string): Promise<Counterparts | undefined> {
    const entry = untracked(() => this.entryOf(side, scope));
    this.observe(entry);
    return new Promise((resolve) => {
      const stop = effect(() => {
        const { data, error } = entry.state.value;
        if (data === null && error === null) return;
        resolve(data === null ? undefined : this.namesOf(data).get(name));
        queueMicrotask(() => stop());
      });
    });
  }

  private entryOf(side: Side, scope: string): Entry {
    const query = { ...this.options.extraction.groupingQuery(), side, scope };
    return this.cache.entry({ graph: this.graph, query });
  }

  private observe(entry: Entry): void {
    if (this.observed.has(entry)) return;
    this.observed.set(
      entry,
      untracked(() => this.cache.observe(entry)),
    );
  }

  private namesOf(data: ScopeCounterparts): ByName {
    const known = this.byName.get(data);
    if (known !== undefined) return known;
    const names = new Map(data.nodes.map((each) => [each.name, each]));
    this.byName.set(data, names);
    return names;
  }
}

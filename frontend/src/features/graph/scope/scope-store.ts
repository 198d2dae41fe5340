import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { QueryValue } from "../../../api/client";
import * as messages from "../messages";
import type { Scope } from "./model";
import { inBatches } from "./request-batches";

/** What is known of one scope. */
export type ScopeEntry =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly scope: Scope }
  | { readonly state: "failed"; readonly error: Error };

/** Further parameters of a request: thresholds and rules of the viewer. */
export type ScopeQuery = Readonly<Record<string, QueryValue>>;

/** The parameters of a request for some scopes together. */
export type QueryOf = (names: readonly string[]) => ScopeQuery;

/** Without any choice of the viewer. */
export const BASELINE: QueryOf = () => ({});

/**
 * While more scopes than this are under way, as after a link, their answers are reported together.
 */
const FEW = 4;
/** Shorter than a drawing waits for further scopes, so that it is laid out when all are there. */
const TOGETHER_MS = 100;

/** Fetches scopes; those that the graph does not have are left out. */
export type FetchScopes = (
  graph: string,
  names: readonly string[],
  query: ScopeQuery,
  signal?: AbortSignal,
) => Promise<readonly Scope[]>;

/** A request under way, with those who want its answer. */
interface Batch {
  readonly wanting: Set<object>;
  readonly controller: AbortController;
}

type Loading = { readonly state: "loading"; readonly batch: Batch };
type Entry = Loading | Exclude<ScopeEntry, { state: "loading" }>;

/**
 * The scopes of all graphs that were requested, each fetched once for a query, several in one
 * request: a scope never changes for its graph, whatever the viewer opens.
 *
 * Sessions share the store, each with a query of its own (`GraphScopes`). Each graph has a revision
 * of its own, so an answer about one graph runs no computation of another.
 */
export class ScopeStore {
  private readonly entries = new Map<string, Entry>();
  private readonly revisions = new Map<string, Signal<number>>();
  /** Graphs whose revision has to grow. */
  private readonly changed = new Set<string>();
  private readonly batches = new Set<Batch>();
  private underWay = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly fetch: FetchScopes) {}

  /** Grows with every answer about a graph, so that what depends on it can be computed again. */
  revisionOf(graph: string): ReadonlySignal<number> {
    return this.ownRevision(graph);
  }

  private ownRevision(graph: string): Signal<number> {
    const known = this.revisions.get(graph);
    if (known !== undefined) return known;
    const revision = signal(0);
    this.revisions.set(graph, revision);
    return revision;
  }

  findEntry(graph: string, name: string, queryOf: QueryOf): ScopeEntry | undefined {
    return this.entries.get(keyOf(graph, name, queryOf));
  }

  /** The answer to a query, if it has been sent. */
  findScope(graph: string, name: string, queryOf: QueryOf): Scope | undefined {
    const entry = this.findEntry(graph, name, queryOf);
    return entry?.state === "ready" ? entry.scope : undefined;
  }

  /**
   * Requests scopes unless they are there or on their way; failed ones are requested again. The
   * promise resolves when the answers to its own requests are there. `owner` may abort them.
   */
  async request(
    graph: string,
    names: readonly string[],
    queryOf: QueryOf,
    owner: object,
  ): Promise<void> {
    const wanted: string[] = [];
    for (const name of names) {
      const entry = this.entries.get(keyOf(graph, name, queryOf));
      if (entry === undefined || entry.state === "failed") wanted.push(name);
      else if (entry.state === "loading") entry.batch.wanting.add(owner);
    }
    if (wanted.length === 0) return;
    const batches = inBatches(wanted).map((names) => {
      const batch = { wanting: new Set([owner]), controller: new AbortController() };
      this.batches.add(batch);
      for (const name of names) {
        this.entries.set(keyOf(graph, name, queryOf), { state: "loading", batch });
      }
      return { names, batch };
    });
    this.underWay += wanted.length;
    this.notifySoon(graph);
    await Promise.all(batches.map((one) => this.accept(graph, one.names, queryOf, one.batch)));
  }

  /** Forgets a failure that no viewer has seen: the scope is requested when it is wanted. */
  forgetFailure(graph: string, name: string, queryOf: QueryOf): void {
    if (this.findEntry(graph, name, queryOf)?.state !== "failed") return;
    this.entries.delete(keyOf(graph, name, queryOf));
  }

  /** Aborts what is on its way for this owner alone: it is requested again when it is wanted. */
  abort(owner: object): void {
    for (const { wanting, controller } of this.batches) {
      if (wanting.delete(owner) && wanting.size === 0) controller.abort();
    }
  }

  /** Fetches a batch; every scope of it is then there or has failed, unless it was aborted. */
  private async accept(
    graph: string,
    names: readonly string[],
    queryOf: QueryOf,
    batch: Batch,
  ): Promise<void> {
    // The viewer may choose something while they are on their way.
    const keys = new Map(names.map((name) => [name, keyOf(graph, name, queryOf)]));
    const query = JSON.stringify(queryOf(names));
    const { signal } = batch.controller;
    const { found, failure } = await this.tryFetch(graph, names, queryOf, signal);
    this.batches.delete(batch);
    for (const [name, key] of keys) {
      if (signal.aborted) {
        this.entries.delete(key);
        continue;
      }
      const scope = found.get(name);
      const error = failure ?? absence(name);
      this.entries.set(key, scope ? { state: "ready", scope } : { state: "failed", error });
    }
    // What was sent with them is used where it has the same query.
    for (const [name, scope] of found) {
      if (keys.has(name) || JSON.stringify(queryOf([...names, name])) !== query) continue;
      this.entries.set(keyOf(graph, name, queryOf), { state: "ready", scope });
    }
    this.underWay -= names.length;
    this.notifySoon(graph);
  }

  private async tryFetch(
    graph: string,
    names: readonly string[],
    queryOf: QueryOf,
    signal: AbortSignal,
  ): Promise<{ found: ReadonlyMap<string, Scope>; failure?: Error }> {
    try {
      const scopes = await this.fetch(graph, names, queryOf(names), signal);
      return { found: new Map(scopes.map((scope) => [scope.name, scope])) };
    } catch (cause) {
      return { found: new Map(), failure: cause instanceof Error ? cause : new Error(`${cause}`) };
    }
  }

  /**
   * Loads scopes that are to be opened together: the revision stays, so what is drawn changes when
   * they are opened, not with each answer. Throws where one cannot be loaded.
   */
  async load(graph: string, names: readonly string[], queryOf: QueryOf): Promise<Scope[]> {
    const missing = names.filter((name) => this.findScope(graph, name, queryOf) === undefined);
    const loaded = await Promise.all(
      inBatches(missing).map((batch) => this.loadBatch(graph, batch, queryOf)),
    );
    const byName = new Map(loaded.flat().map((scope) => [scope.name, scope]));
    return names.map((name) => {
      const scope = byName.get(name) ?? this.findScope(graph, name, queryOf);
      if (scope === undefined) throw absence(name);
      return scope;
    });
  }

  private async loadBatch(
    graph: string,
    names: readonly string[],
    queryOf: QueryOf,
  ): Promise<readonly Scope[]> {
    const keys = new Map(names.map((name) => [name, keyOf(graph, name, queryOf)]));
    const scopes = await this.fetch(graph, names, queryOf(names));
    for (const scope of scopes) {
      const key = keys.get(scope.name);
      if (key !== undefined) this.entries.set(key, { state: "ready", scope });
    }
    return scopes;
  }

  private notifySoon(graph: string): void {
    this.changed.add(graph);
    if (this.underWay <= FEW) this.notify();
    else this.timer ??= setTimeout(() => this.notify(), TOGETHER_MS);
  }

  private notify(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const graphs = [...this.changed];
    this.changed.clear();
    batch(() => {
      for (const graph of graphs) this.ownRevision(graph).value++;
    });
  }
}

function keyOf(graph: string, name: string, queryOf: QueryOf): string {
  return `${scopeKey(graph, name)}\n${JSON.stringify(queryOf([name]))}`;
}

/** Graph ids are opaque but hold no line break, so the pair is unambiguous. */
function scopeKey(graph: string, name: string): string {
  return `${graph}\n${name}`;
}

function absence(name: string): Error {
  return new Error(messages.scopeMissing(name));
}

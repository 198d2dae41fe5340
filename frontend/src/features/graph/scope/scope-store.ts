import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { QueryValue } from "../../../api/client";
import type { Scope } from "./model";
import { inBatches } from "./request-batches";

/** What is known of one scope. */
export type ScopeEntry =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly scope: Scope }
  | { readonly state: "failed"; readonly error: Error };

/** Further parameters of the question: thresholds, and what the viewer decided. */
export type ScopeQuery = Readonly<Record<string, QueryValue>>;

/** The parameters with which some scopes are asked for together. */
export type QueryOf = (names: readonly string[]) => ScopeQuery;

/** Somebody decided nothing. */
export const USUAL: QueryOf = () => ({});

/** While more scopes than this are on their way, as after a link, answers are told of together. */
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

/**
 * The scopes of all graphs that were asked for, each fetched once for a question, several in one
 * request: a scope never changes for its graph, whatever the viewer opens.
 *
 * While the answer to a new question is on its way, that to the one before is given, so that a
 * choice of the viewer changes the drawing once and nothing closes meanwhile.
 */
export class ScopeStore {
  private readonly entries = new Map<string, ScopeEntry>();
  private readonly newest = new Map<string, Scope>();
  private readonly revisions = new Map<string, Signal<number>>();
  /** Graphs whose revision has to grow. */
  private readonly changed = new Set<string>();
  private underWay = 0;
  private giving = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly fetch: FetchScopes,
    private readonly queryOf: QueryOf = USUAL,
  ) {}

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

  findEntry(graph: string, name: string, queryOf = this.queryOf): ScopeEntry | undefined {
    return this.entries.get(keyOf(graph, name, queryOf));
  }

  /** The answer to the question as it is now, else the newest to an earlier one. */
  findScope(graph: string, name: string): Scope | undefined {
    return this.findAnswer(graph, name, this.queryOf) ?? this.newest.get(placeOf(graph, name));
  }

  /** The scope as it is for somebody who decided nothing, if it has been sent. */
  findUsual(graph: string, name: string): Scope | undefined {
    return this.findAnswer(graph, name, USUAL);
  }

  private findAnswer(graph: string, name: string, queryOf: QueryOf): Scope | undefined {
    const entry = this.findEntry(graph, name, queryOf);
    return entry?.state === "ready" ? entry.scope : undefined;
  }

  /**
   * Asks for scopes unless they are there or on their way; failed ones are asked for again. What
   * it returns is over when the answers are there.
   */
  async request(graph: string, names: readonly string[], queryOf = this.queryOf): Promise<void> {
    const wanted = names.filter((name) => {
      const known = this.findEntry(graph, name, queryOf)?.state;
      return known === undefined || known === "failed";
    });
    if (wanted.length === 0) return;
    for (const name of wanted) {
      this.entries.set(keyOf(graph, name, queryOf), { state: "loading" });
    }
    this.underWay += wanted.length;
    this.notifySoon(graph);
    await Promise.all(inBatches(wanted).map((batch) => this.take(graph, batch, queryOf)));
  }

  /** Makes little of a failure that nobody has seen: the scope is asked for when it is wanted. */
  forgetFailure(graph: string, name: string): void {
    if (this.findEntry(graph, name)?.state !== "failed") return;
    this.entries.delete(keyOf(graph, name, this.queryOf));
  }

  /** Gives up what is on its way: it is asked for again when it is wanted. */
  giveUp(): void {
    this.giving.abort();
    this.giving = new AbortController();
  }

  /** Fetches a batch; every scope of it is then there or has failed, unless it was given up. */
  private async take(graph: string, names: readonly string[], queryOf: QueryOf): Promise<void> {
    // The viewer may decide something while they are on their way.
    const keys = new Map(names.map((name) => [name, keyOf(graph, name, queryOf)]));
    const { signal } = this.giving;
    const { found, failure } = await this.tryFetch(graph, names, queryOf, signal);
    for (const [name, key] of keys) {
      if (signal.aborted) {
        this.entries.delete(key);
        continue;
      }
      const scope = found.get(name);
      const error = failure ?? absence(name);
      this.entries.set(key, scope ? { state: "ready", scope } : { state: "failed", error });
      if (scope && queryOf === this.queryOf) this.newest.set(placeOf(graph, name), scope);
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
   * Scopes that are to be opened together: what is drawn hears of them when they are opened, not
   * one by one. Throws when one cannot be had.
   */
  async load(graph: string, names: readonly string[]): Promise<Scope[]> {
    const missing = names.filter((name) => this.findEntry(graph, name)?.state !== "ready");
    await Promise.all(inBatches(missing).map((batch) => this.loadBatch(graph, batch)));
    return names.map((name) => {
      const scope = this.findScope(graph, name);
      if (scope === undefined) throw absence(name);
      return scope;
    });
  }

  private async loadBatch(graph: string, names: readonly string[]): Promise<void> {
    for (const scope of await this.fetch(graph, names, this.queryOf(names))) {
      this.newest.set(placeOf(graph, scope.name), scope);
      this.entries.set(keyOf(graph, scope.name, this.queryOf), { state: "ready", scope });
    }
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
  return `${placeOf(graph, name)}\n${JSON.stringify(queryOf([name]))}`;
}

/** Graph ids are opaque but hold no line break, so the pair is unambiguous. */
function placeOf(graph: string, name: string): string {
  return `${graph}\n${name}`;
}

function absence(name: string): Error {
  return new Error(`The graph has no scope called “${name}” any more.`);
}

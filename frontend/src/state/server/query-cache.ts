/**
 * The answers of the server to the queries of one kind, such as the scalars of a tag in some runs.
 *
 * A query has one entry, whichever parts of the page show it. While something observes an entry, it
 * is requested: when there is no answer, and when its version says that the server may answer
 * otherwise, at the pace of `ThrottledRequest`. Meanwhile the older answer stays. An entry is a
 * signal, so that an answer draws again what shows it and nothing else. When the last observer
 * leaves, a request under way is aborted; the answer stays until others need its room.
 */
import { batch, untracked } from "@preact/signals";
import { type EntrySource, QueryEntry, type Version } from "./query-entry";
import { queryKey } from "./query-key";
import type { Pace } from "./throttled-request";

/** How an answer serves another query of the same topic. */
export interface Relation<Q, T> {
  /** Only the answers to queries of one topic serve one another. */
  readonly topic: (query: Q) => string;
  /** What the server would answer to `query`, by an answer of the same version; null if unknown. */
  readonly derive?: (query: Q, answered: Q, data: T) => T | null;
  /** What to show of an answer, of any version, until there is one to `query`; null for nothing. */
  readonly showMeanwhile: (query: Q, answered: Q, data: T) => T | null;
}

export interface QueryCacheOptions<Q, T> extends Pace {
  readonly fetch: (query: Q, signal: AbortSignal) => Promise<T>;
  /** Reads the signals that the answer depends on; null waits. By default, nothing changes it. */
  readonly version?: (query: Q) => Version;
  /** Whether a request that failed is repeated, later each time, and when the server is back. */
  readonly isRetried?: boolean;
  /** The room for answers that nothing observes, in the unit of `sizeOf`. */
  readonly maxIdle: number;
  /** By default, each answer counts as one. */
  readonly sizeOf?: (data: T) => number;
  readonly relation?: Relation<Q, T>;
}

const NEVER_CHANGES = (): Version => 0;

/** A prefetched answer that nothing observes by then is not wanted any more. */
const PREFETCH_MS = 5000;

export interface ObserveOptions {
  /** Whether new versions are requested; without, an answer of any version will do. */
  readonly isLive?: boolean;
  readonly delayMs?: number;
}

export class QueryCache<Q, T> {
  /** In the order of their use, the last one last. */
  private readonly entries = new Map<string, QueryEntry<Q, T>>();
  /** The entries with an answer by topic, the newest answer last. */
  private readonly topics = new Map<string, Set<QueryEntry<Q, T>>>();
  private readonly source: EntrySource<Q, T>;

  constructor(private readonly options: QueryCacheOptions<Q, T>) {
    const { fetch, version = NEVER_CHANGES, isRetried = true, pauseFactor, minGapMs } = options;
    this.source = {
      ...{ fetch, version, isRetried, pauseFactor, minGapMs },
      derive: (entry, newest) => this.derive(entry, newest),
      onAnswer: (entry) => this.addAnswer(entry),
      onIdle: (entry) => this.rest(entry),
    };
  }

  keyOf(query: Q): string {
    return queryKey(query);
  }

  /** The entry of a query. Nothing is requested until it is observed. */
  entry(query: Q): QueryEntry<Q, T> {
    const key = this.keyOf(query);
    return this.entries.get(key) ?? untracked(() => this.create(query, key));
  }

  /** Keeps an entry current; returns how to stop. */
  observe(
    entry: QueryEntry<Q, T>,
    { isLive = true, delayMs = 0 }: ObserveOptions = {},
  ): () => void {
    this.use(entry);
    return entry.observe({ isLive, delayMs });
  }

  /** Requests at once what is soon to be observed, and gives it up where that does not happen. */
  prefetch(query: Q): void {
    const entry = this.entry(query);
    const stop = this.observe(entry, { isLive: false });
    if (!entry.state.peek().isAnswered) entry.retry();
    setTimeout(stop, PREFETCH_MS);
  }

  private create(query: Q, key: string): QueryEntry<Q, T> {
    const entry = new QueryEntry(query, key, this.source);
    this.entries.set(key, entry);
    entry.derive();
    for (const { query: answered, data } of this.relatives(entry)) {
      if (entry.state.peek().data !== null) break;
      entry.showMeanwhile(this.options.relation?.showMeanwhile(query, answered, data) ?? null);
    }
    return entry;
  }

  private use(entry: QueryEntry<Q, T>): void {
    this.entries.delete(entry.key);
    this.entries.set(entry.key, entry);
  }

  /** The answers to other queries of the topic, the newest first. */
  private relatives(entry: QueryEntry<Q, T>): { query: Q; data: T; entry: QueryEntry<Q, T> }[] {
    const { relation } = this.options;
    if (relation === undefined) return [];
    const all = [...(this.topics.get(relation.topic(entry.query)) ?? [])].reverse();
    return all.flatMap((other) => {
      const { data } = other.state.peek();
      return other === entry || data === null ? [] : [{ query: other.query, data, entry: other }];
    });
  }

  private derive(entry: QueryEntry<Q, T>, version: Version): T | null {
    const { relation } = this.options;
    if (relation?.derive === undefined) return null;
    for (const { query, data, entry: other } of this.relatives(entry)) {
      if (other.version !== version) continue;
      const derived = relation.derive(entry.query, query, data);
      if (derived === null) continue;
      this.use(other);
      return derived;
    }
    return null;
  }

  private addAnswer(entry: QueryEntry<Q, T>): void {
    const { relation } = this.options;
    if (relation === undefined) return;
    const topic = relation.topic(entry.query);
    const answered = this.topics.get(topic) ?? new Set();
    answered.delete(entry);
    this.topics.set(topic, answered.add(entry));
  }

  /** Keeps what nothing observes any more for when it is wanted again, as far as there is room. */
  private rest(entry: QueryEntry<Q, T>): void {
    if (entry.isWorthKeeping) this.use(entry);
    else this.drop(entry);
    this.makeRoom();
  }

  private makeRoom(): void {
    const sizeOf = this.options.sizeOf ?? (() => 1);
    const idle = [...this.entries.values()].filter(({ isObserved }) => !isObserved);
    let room = this.options.maxIdle;
    for (const entry of idle.reverse()) {
      const { data } = entry.state.peek();
      room -= data === null ? 1 : sizeOf(data);
      if (room < 0) this.drop(entry);
    }
  }

  private drop(entry: QueryEntry<Q, T>): void {
    if (this.entries.get(entry.key) === entry) this.entries.delete(entry.key);
    const topic = this.options.relation?.topic(entry.query);
    if (topic === undefined) return;
    const answered = this.topics.get(topic);
    answered?.delete(entry);
    if (answered?.size === 0) this.topics.delete(topic);
  }
}

/** The entries of one cache that one part of the page shows. */
export class Observer<Q, T> {
  private stops = new Map<QueryEntry<Q, T>, { readonly isLive: boolean; stop: () => void }>();

  constructor(private readonly cache: QueryCache<Q, T>) {}

  /** Observes these entries instead of those before; what both have in common goes on. */
  show(entries: readonly QueryEntry<Q, T>[], options: ObserveOptions = {}): void {
    const { isLive = true } = options;
    const before = this.stops;
    this.stops = new Map();
    batch(() => {
      for (const entry of new Set(entries)) {
        const known = before.get(entry);
        const isSame = known?.isLive === isLive;
        const stop = isSame ? known.stop : this.cache.observe(entry, options);
        this.stops.set(entry, { isLive, stop });
        if (isSame) before.delete(entry);
      }
      for (const { stop } of before.values()) stop();
    });
  }

  stop(): void {
    this.show([]);
  }
}

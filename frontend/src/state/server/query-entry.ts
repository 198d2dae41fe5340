/** The answer to one query: a signal, a version, and the requests that keep it current. */
import { effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { shareUnchanged } from "../../lib/algorithms/deep-equal";
import { reached } from "./connection";
import { type Pace, ThrottledRequest } from "./throttled-request";

/** Changes when the server may answer otherwise; null while there is no point in a request. */
export type Version = string | number | null;

export interface QueryState<T> {
  /** What to show; null until something is known. */
  readonly data: T | null;
  /** Whether `data` is the answer to this query, of whatever version, not to a similar one. */
  readonly isAnswered: boolean;
  /** Why the last request failed. */
  readonly error: Error | null;
}

const UNANSWERED = { data: null, isAnswered: false, error: null } as const;

/** What keeps an entry current. */
export interface Observation {
  /** Whether a new version is requested; without, an answer of any version will do. */
  readonly isLive: boolean;
  /** The time before the first request, in milliseconds. */
  readonly delayMs: number;
}

/** What an entry needs of the cache that it is in. */
export interface EntrySource<Q, T> extends Pace {
  readonly fetch: (query: Q, signal: AbortSignal) => Promise<T>;
  readonly version: (query: Q) => Version;
  /** Whether a failed request is repeated automatically. */
  readonly isRetried: boolean;
  /** An answer as new as `version` that other entries imply; null without one. */
  readonly derive: (entry: QueryEntry<Q, T>, version: Version) => T | null;
  readonly onAnswer: (entry: QueryEntry<Q, T>) => void;
  readonly onIdle: (entry: QueryEntry<Q, T>) => void;
}

export class QueryEntry<Q, T> {
  private readonly current = signal<QueryState<T>>(UNANSWERED);
  private readonly observations = new Set<Observation>();
  private readonly request: ThrottledRequest;
  /** The version of the answer. */
  private answered: Version = null;
  /** The newest version when the last request failed; null after an answer. */
  private failed: Version = null;
  private isUnderWay = false;
  /** Whether the answer was made of others, and can be again. */
  private isDerived = false;
  private stopFollowing: (() => void) | null = null;

  constructor(
    readonly query: Q,
    readonly key: string,
    private readonly source: EntrySource<Q, T>,
  ) {
    this.request = new ThrottledRequest((signal) => this.send(signal), source);
  }

  get state(): ReadonlySignal<QueryState<T>> {
    return this.current;
  }

  get version(): Version {
    return this.answered;
  }

  get isObserved(): boolean {
    return this.observations.size > 0;
  }

  /** Whether it holds what only the server can give again. */
  get isWorthKeeping(): boolean {
    return this.current.peek().isAnswered && !this.isDerived;
  }

  /** Shows the answer to a similar query until there is an own one. */
  showMeanwhile(data: T | null): void {
    if (data !== null && !this.current.peek().isAnswered) this.set({ ...UNANSWERED, data });
  }

  /** Requests what is not known, and follows changes; returns how to stop. */
  observe(observation: Observation): () => void {
    this.observations.add(observation);
    if (this.stopFollowing === null) this.follow(observation.delayMs);
    else this.refresh(observation.delayMs);
    return () => {
      if (!this.observations.delete(observation)) return;
      if (this.isObserved) this.refresh();
      else this.rest();
    };
  }

  /** Requests at once, before any pause is over. */
  retry(): void {
    untracked(() => this.request.requestNow());
  }

  /** Takes what other entries imply, where that is as new as a request would be. */
  derive(): void {
    const version = this.newestVersion();
    if (version !== null && !this.isCurrent(version)) this.tryDerive(version);
  }

  private follow(delayMs: number): void {
    const stops = [
      effect(() => {
        this.source.version(this.query);
        untracked(() => this.refresh(delayMs));
      }),
      this.retryWhenReached(),
    ];
    this.stopFollowing = () => {
      for (const stop of stops) stop();
    };
  }

  private retryWhenReached(): () => void {
    const before = reached.peek();
    return effect(() => {
      if (reached.value !== before && this.current.peek().error !== null) this.retry();
    });
  }

  private rest(): void {
    this.stopFollowing?.();
    this.stopFollowing = null;
    this.request.cancel();
    this.isUnderWay = false;
    this.failed = null;
    this.source.onIdle(this);
  }

  private newestVersion(): Version {
    return untracked(() => this.source.version(this.query));
  }

  private isCurrent(version: Version): boolean {
    return this.current.peek().isAnswered && this.answered === version;
  }

  /** Whether a request for `version` would be of use to nothing that observes this. */
  private isEnough(version: Version): boolean {
    const isLive = [...this.observations].some((each) => each.isLive);
    return isLive ? this.isCurrent(version) : this.current.peek().isAnswered;
  }

  private refresh(delayMs = 0): void {
    const version = this.newestVersion();
    // What is missing then is requested after the request under way.
    if (this.isUnderWay || version === null) return;
    if (this.isEnough(version) || this.tryDerive(version)) {
      this.failed = null;
      this.request.drop();
      return;
    }
    // What failed waits for its repetition, or for another version.
    if (version !== this.failed) this.request.request(delayMs);
  }

  private tryDerive(version: Version): boolean {
    const data = this.source.derive(this, version);
    if (data === null) return false;
    this.isDerived = true;
    this.accept(data, version);
    return true;
  }

  private async send(signal: AbortSignal): Promise<boolean> {
    const version = this.newestVersion();
    this.isUnderWay = true;
    try {
      const data = await untracked(() => this.source.fetch(this.query, signal));
      if (signal.aborted) return true;
      this.isUnderWay = this.isDerived = false;
      this.accept(data, version);
      this.source.onAnswer(this);
      this.refresh();
      return true;
    } catch (cause) {
      if (signal.aborted) return true;
      this.isUnderWay = false;
      this.failed = this.newestVersion();
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.set({ ...this.current.peek(), error });
      return !this.source.isRetried;
    }
  }

  private accept(data: T, version: Version): void {
    this.answered = version;
    this.failed = null;
    const { data: before } = this.current.peek();
    // What says the same stays the same object: nothing that shows it is drawn again.
    const shared = before === null ? data : shareUnchanged(before, data);
    this.set({ data: shared, isAnswered: true, error: null });
  }

  private set(next: QueryState<T>): void {
    const { data, isAnswered, error } = this.current.peek();
    const isSame = data === next.data && isAnswered === next.isAnswered && error === next.error;
    if (!isSame) this.current.value = next;
  }
}

/** The answer to the newest of many queries: a request for an earlier one is aborted. */
import { effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { Observer, type QueryCache } from "./query-cache";
import type { QueryEntry, QueryState } from "./query-entry";

/** What is known of the query that is shown. */
export interface LatestState<T> {
  /** The answer; until there is one, the answer to an earlier query. */
  readonly data: T | null;
  readonly error: Error | null;
  /** Whether neither an answer nor an error has come. */
  readonly isLoading: boolean;
}

const NOTHING = { data: null, error: null, isLoading: false } as const;

export class LatestQuery<Q, T> {
  private readonly latest = signal<LatestState<T>>(NOTHING);
  private readonly observer: Observer<Q, T>;
  private shown: QueryEntry<Q, T> | undefined;
  private next: QueryEntry<Q, T> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopWatching: (() => void) | undefined;

  constructor(private readonly cache: QueryCache<Q, T>) {
    this.observer = new Observer(cache);
  }

  get state(): ReadonlySignal<LatestState<T>> {
    return this.latest;
  }

  /**
   * Shows a query; what failed is requested again.
   *
   * With `debounceMs`, the request for the query before may take that long before it is aborted. Of
   * a query that is typed letter by letter, each is so requested at once while answers are quick,
   * and only the last while they are slow.
   */
  show(query: Q, debounceMs = 0): void {
    const entry = this.cache.entry(query);
    if (entry.key === (this.next ?? this.shown)?.key) {
      if (entry.state.peek().error !== null) entry.retry();
      return;
    }
    if (debounceMs === 0 || !this.isWaiting() || entry.state.peek().isAnswered) {
      this.switchTo(entry);
      return;
    }
    this.next = entry;
    this.latest.value = { ...this.latest.peek(), isLoading: true };
    this.timer ??= setTimeout(() => this.switchToNext(), debounceMs);
  }

  /** Drops the query and its answer. */
  clear(): void {
    this.dropNext();
    this.stopWatching?.();
    this.observer.stop();
    this.shown = this.stopWatching = undefined;
    this.latest.value = NOTHING;
  }

  /** Whether the query that is shown has neither an answer nor an error. */
  private isWaiting(): boolean {
    const state = this.shown?.state.peek();
    return state !== undefined && !state.isAnswered && state.error === null;
  }

  private dropNext(): void {
    clearTimeout(this.timer);
    this.timer = this.next = undefined;
  }

  private switchToNext(): void {
    if (this.next !== undefined) this.switchTo(this.next);
  }

  private switchTo(entry: QueryEntry<Q, T>): void {
    this.dropNext();
    this.stopWatching?.();
    this.shown = entry;
    untracked(() => this.observer.show([entry]));
    this.stopWatching = effect(() => {
      const state = entry.state.value;
      untracked(() => this.update(state));
    });
  }

  private update({ data, isAnswered, error }: QueryState<T>): void {
    const before = this.latest.peek();
    if (isAnswered) this.latest.value = { data, error, isLoading: this.next !== undefined };
    else if (error === null) this.latest.value = { ...before, isLoading: true };
    else if (this.next === undefined) this.latest.value = { data: null, error, isLoading: false };
    if (isAnswered || error !== null) this.switchToNext();
  }
}

/** The answer to the newest of many questions: what was asked before is given up. */
import { type ReadonlySignal, signal } from "@preact/signals";

/** How a question stands. What was known before is kept until the next answer. */
export interface Answered<T> {
  readonly data: T | null;
  readonly error: Error | null;
  readonly isAsking: boolean;
}

const NOTHING = { data: null, error: null, isAsking: false } as const;

type Fetch<T> = (signal: AbortSignal) => Promise<T>;

export class LatestAnswer<T> {
  private readonly newest = signal<Answered<T>>(NOTHING);
  private asked: string | undefined;
  private giving: AbortController | undefined;
  private next: Fetch<T> | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  get now(): ReadonlySignal<Answered<T>> {
    return this.newest;
  }

  /**
   * Asks, unless this very question was asked last; `key` tells questions apart.
   *
   * The question before is given up after `patienceMs`. Of one that is typed letter by letter, each
   * is so asked at once while answers are quick, and only the last while they are slow.
   */
  ask(key: string, fetch: Fetch<T>, patienceMs = 0): void {
    if (key === this.asked) return;
    this.asked = key;
    this.newest.value = { ...this.newest.peek(), isAsking: true };
    if (this.giving === undefined || patienceMs === 0) {
      void this.send(fetch);
      return;
    }
    this.next = fetch;
    this.waiting ??= setTimeout(() => this.sendNext(), patienceMs);
  }

  /** Forgets the question, and what was answered. */
  clear(): void {
    this.stop();
    this.asked = undefined;
    this.newest.value = NOTHING;
  }

  private stop(): void {
    clearTimeout(this.waiting);
    this.giving?.abort();
    this.waiting = this.next = this.giving = undefined;
  }

  private sendNext(): void {
    if (this.next !== undefined) void this.send(this.next);
  }

  private async send(fetch: Fetch<T>): Promise<void> {
    this.stop();
    const giving = new AbortController();
    this.giving = giving;
    try {
      const data = await fetch(giving.signal);
      if (giving.signal.aborted) return;
      this.newest.value = { data, error: null, isAsking: this.next !== undefined };
    } catch (cause) {
      if (giving.signal.aborted) return;
      this.fail(cause);
    }
    this.giving = undefined;
    this.sendNext();
  }

  private fail(cause: unknown): void {
    // What has been asked since may be answered.
    if (this.next !== undefined) return;
    // Asked again in the same words, it may be answered too.
    this.asked = undefined;
    const error = cause instanceof Error ? cause : new Error(String(cause));
    this.newest.value = { data: null, error, isAsking: false };
  }
}

/** The answer to the newest of many questions: what was asked before is given up. */
import { type ReadonlySignal, signal } from "@preact/signals";

/** How a question stands. What was known before is kept until the next answer. */
export interface Answered<T> {
  readonly data: T | null;
  readonly error: Error | null;
  readonly isAsking: boolean;
}

const NOTHING = { data: null, error: null, isAsking: false } as const;

export class LatestAnswer<T> {
  private readonly newest = signal<Answered<T>>(NOTHING);
  private asked: string | undefined;
  private giving: AbortController | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  get now(): ReadonlySignal<Answered<T>> {
    return this.newest;
  }

  /**
   * Asks, unless this very question was asked last; `key` tells questions apart.
   *
   * Waits `delayMs` for a further question first, so that of one typed letter by letter only the
   * last is asked.
   */
  ask(key: string, fetch: (signal: AbortSignal) => Promise<T>, delayMs = 0): void {
    if (key === this.asked) return;
    this.stop();
    this.asked = key;
    this.newest.value = { ...this.newest.peek(), isAsking: true };
    if (delayMs === 0) void this.send(fetch);
    else this.waiting = setTimeout(() => void this.send(fetch), delayMs);
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
    this.giving = undefined;
  }

  private async send(fetch: (signal: AbortSignal) => Promise<T>): Promise<void> {
    const giving = new AbortController();
    this.giving = giving;
    try {
      const data = await fetch(giving.signal);
      if (!giving.signal.aborted) this.newest.value = { data, error: null, isAsking: false };
    } catch (cause) {
      if (giving.signal.aborted) return;
      // Asked again in the same words, it may be answered.
      this.asked = undefined;
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.newest.value = { data: null, error, isAsking: false };
    }
  }
}

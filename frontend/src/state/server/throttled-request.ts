/**
 * A request that is repeated whenever its answer may have changed, at a pace that keeps neither the
 * server nor the page busy with it: while a large log is read, everything changes all the time.
 */
import { backoffMs } from "../../lib/browser/backoff";

const MIN_GAP_MS = 1000;

/** After an answer that took long, the pause is this many times as long. */
const PAUSE_FACTOR = 3;

/** Resolves to whether there was an answer; without one, the request is repeated, later each time. */
export type Send = (signal: AbortSignal) => Promise<boolean>;

export interface Pace {
  readonly pauseFactor?: number | undefined;
  /** The least time from one request to the next, in milliseconds. */
  readonly minGapMs?: number | undefined;
}

export class ThrottledRequest {
  /** The request that is under way. */
  private attempt: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer ends, on the page's clock. */
  private due = Number.POSITIVE_INFINITY;
  /** Whether another request follows the one under way. */
  private isRepeated = false;
  private failures = 0;
  /** When the next request may start, on the page's clock. */
  private earliest = Number.NEGATIVE_INFINITY;

  private readonly pauseFactor: number;
  private readonly minGapMs: number;

  constructor(
    private readonly send: Send,
    { pauseFactor = PAUSE_FACTOR, minGapMs = MIN_GAP_MS }: Pace = {},
  ) {
    this.pauseFactor = pauseFactor;
    this.minGapMs = minGapMs;
  }

  /** Sends after `delayMs`, or as soon as the pace allows; during a request, after that. */
  request(delayMs = 0): void {
    this.startAt(Math.max(this.earliest, performance.now() + delayMs));
  }

  /** Sends at once, whatever the pace, unless a request is under way. */
  requestNow(): void {
    if (this.attempt === undefined) void this.start();
  }

  /** Drops the next request, and not the one under way. */
  drop(): void {
    this.isRepeated = false;
    this.clearTimer();
  }

  /** Aborts the request under way and drops the next one. The pace goes on. */
  cancel(): void {
    this.attempt?.abort();
    this.attempt = undefined;
    this.failures = 0;
    this.drop();
  }

  private startAt(time: number): void {
    if (this.attempt !== undefined) {
      this.isRepeated = true;
      return;
    }
    if (time >= this.due) return;
    this.clearTimer();
    this.due = time;
    this.timer = setTimeout(() => void this.start(), Math.max(0, time - performance.now()));
  }

  private clearTimer(): void {
    clearTimeout(this.timer);
    this.due = Number.POSITIVE_INFINITY;
  }

  private async start(): Promise<void> {
    this.clearTimer();
    this.isRepeated = false;
    const attempt = new AbortController();
    this.attempt = attempt;
    const started = performance.now();
    const isAnswered = await this.send(attempt.signal);
    if (this.attempt !== attempt) return;
    this.attempt = undefined;
    const ended = performance.now();
    const pause = this.pauseFactor * (ended - started);
    this.earliest = Math.max(started + this.minGapMs, ended + pause);
    this.failures = isAnswered ? 0 : this.failures + 1;
    if (!isAnswered) this.startAt(ended + backoffMs(this.failures));
    else if (this.isRepeated) this.startAt(this.earliest);
  }
}

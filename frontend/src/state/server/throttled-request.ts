/**
 * A request made again whenever its answer may have changed, at a pace that keeps neither the
 * server nor the page busy with it: while a large log is read, everything changes all the time.
 */
import { retryDelay } from "../../lib/browser/backoff";

const MIN_GAP_MS = 1000;

/** After an answer that took long, the rest is this many times as long. */
const REST_FACTOR = 3;

/** Resolves to whether it was answered; what was not is asked for again, later each time. */
export type Ask = (signal: AbortSignal) => Promise<boolean>;

interface Pace {
  /** The first request starts no sooner than so many milliseconds from now. */
  readonly delay?: number | undefined;
  readonly restFactor?: number | undefined;
  /** Milliseconds at least from one request to the next. */
  readonly leastGap?: number | undefined;
}

export class PacedRequest {
  private readonly stopped = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;
  private wanted = false;
  private failures = 0;
  /** When the next request may start, on the page's clock. */
  private earliest: number;

  private readonly restFactor: number;
  private readonly leastGap: number;

  constructor(
    private readonly ask: Ask,
    { delay = 0, restFactor = REST_FACTOR, leastGap = MIN_GAP_MS }: Pace = {},
  ) {
    this.earliest = performance.now() + delay;
    this.restFactor = restFactor;
    this.leastGap = leastGap;
  }

  /** Asks as soon as the pace allows; what is wanted while a request is out follows it. */
  want(): void {
    this.wanted = true;
    this.askIn(this.earliest - performance.now());
  }

  /** Asks at once. */
  askNow(): void {
    this.wanted = true;
    this.askIn(0);
  }

  /** Gives up what is out, and asks no more. */
  stop(): void {
    clearTimeout(this.timer);
    this.stopped.abort();
  }

  private askIn(delay: number): void {
    if (this.asking || this.stopped.signal.aborted) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.request(), Math.max(0, delay));
  }

  private async request(): Promise<void> {
    const started = performance.now();
    this.asking = true;
    this.wanted = false;
    const answered = await this.ask(this.stopped.signal);
    this.asking = false;
    const ended = performance.now();
    this.earliest = Math.max(started + this.leastGap, ended + this.restFactor * (ended - started));
    this.failures = answered ? 0 : this.failures + 1;
    if (!answered) this.askIn(retryDelay(this.failures));
    else if (this.wanted) this.want();
  }
}

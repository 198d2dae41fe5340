/** Finds out whether the kernel answers: where a request waits for long, by a further message. */

const PATIENCE_MS = 2500;
const PONG_MS = 1500;

export class BusyWatch {
  private readonly since = new Map<number, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isBusy = false;

  /** `ping` sends a message that a kernel answers at once; `show` tells whether it is busy. */
  constructor(
    private readonly ping: () => void,
    private readonly show: (isBusy: boolean) => void,
  ) {}

  sent(id: number): void {
    this.since.set(id, performance.now());
    this.timer ??= setTimeout(() => this.check(), PATIENCE_MS);
  }

  /** A request is answered or cancelled. */
  done(id: number): void {
    this.since.delete(id);
  }

  /** The kernel has answered something that was sent to it. */
  received(): void {
    this.set(false);
    clearTimeout(this.timer);
    this.timer = this.since.size === 0 ? undefined : setTimeout(() => this.check(), PATIENCE_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private check(): void {
    this.timer = undefined;
    if (this.since.size === 0) {
      this.set(false);
      return;
    }
    this.ping();
    this.timer = setTimeout(() => this.set(true), PONG_MS);
  }

  private set(isBusy: boolean): void {
    if (isBusy !== this.isBusy) this.show(isBusy);
    this.isBusy = isBusy;
  }
}

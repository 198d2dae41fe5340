import type { LayoutRequest, LayoutResult } from "./layout/request";
import { buffersOf, type Channel, type LayoutAnswer } from "./layout/serve";

/** What the page needs of the worker: a channel that says when it is broken, and can be ended. */
export interface LayoutWorker extends Channel {
  onerror: ((failure: ErrorEvent) => void) | null;
  onmessageerror: ((failure: MessageEvent) => void) | null;
  terminate(): void;
}

/** The page's side of the protocol: asks, and drops answers that are no longer wanted. */
export class LayoutService {
  private latest = 0;
  private settle: ((answer: LayoutAnswer | undefined) => void) | undefined;
  private worker: LayoutWorker | undefined;

  /** `start` makes a worker: for the first request, and for the next after one has failed. */
  constructor(private readonly start: () => LayoutWorker) {}

  /**
   * Lays out what is asked for; undefined when a newer request has taken its place.
   *
   * The arrays of the request are handed over and empty afterwards. Throws when the engine
   * fails, or its worker does not start.
   */
  async layOut(request: LayoutRequest): Promise<LayoutResult | undefined> {
    this.settle?.(undefined);
    const id = ++this.latest;
    const answer = await new Promise<LayoutAnswer | undefined>((resolve) => {
      this.settle = resolve;
      this.worker ??= this.connect();
      this.worker.postMessage({ id, request }, buffersOf(request.scopes));
    });
    if (answer === undefined) return undefined;
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.result;
  }

  dispose(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }

  private connect(): LayoutWorker {
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => this.take(data);
    // A script that could not be fetched fails without a message.
    worker.onerror = ({ message }) => this.fail(message || "its script could not be loaded");
    worker.onmessageerror = () => this.fail("its answer could not be read");
    return worker;
  }

  private take(answer: LayoutAnswer): void {
    if (answer.id !== this.latest) return;
    this.settle?.(answer);
    this.settle = undefined;
  }

  private fail(why: string): void {
    this.dispose();
    this.take({ id: this.latest, failure: `The layout engine has stopped: ${why}.` });
  }
}

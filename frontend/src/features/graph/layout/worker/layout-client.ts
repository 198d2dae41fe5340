import type { LayoutProgress } from "../compound/layout-scopes";
import type { LayoutRequest, LayoutResult } from "../request";
import {
  buffersOf,
  type Channel,
  type LayoutAnswer,
  type LayoutQuestion,
  type Priority,
} from "./layout-server";

/** What the page needs of the worker: a channel that says when it is broken, and can be ended. */
export interface LayoutWorker extends Channel {
  onerror: ((failure: ErrorEvent) => void) | null;
  onmessageerror: ((failure: MessageEvent) => void) | null;
  terminate(): void;
}

/** Options of a request; the default is one that the viewer waits for. */
export interface RequestOptions {
  readonly priority?: Priority;
  /** Called now and then while a layout takes its time. */
  readonly onProgress?: (progress: LayoutProgress) => void;
}

/** A question that has not been answered. */
interface Waiting {
  readonly priority: Priority;
  readonly onProgress: ((progress: LayoutProgress) => void) | undefined;
  readonly settle: (answer: LayoutAnswer | undefined) => void;
}

/** The page's side of the protocol: sends requests, and cancels outdated ones. */
export class LayoutClient {
  private lastRequest = 0;
  private readonly waiting = new Map<number, Waiting>();
  private worker: LayoutWorker | undefined;

  /** `makeWorker` is called for the first request, and for the next after a worker has failed. */
  constructor(private readonly makeWorker: () => LayoutWorker) {}

  /** Has a worker that warms up until there is a request. */
  start(): void {
    this.worker ??= this.connect();
  }

  /**
   * Lays out a request; undefined when it was cancelled, or replaced by a newer request of the same
   * priority.
   *
   * The arrays of the request are handed over and empty afterwards. Throws when the engine
   * fails, or its worker does not start.
   */
  async layOut(
    request: LayoutRequest,
    options: RequestOptions = {},
  ): Promise<LayoutResult | undefined> {
    const { priority = "now", onProgress } = options;
    this.withdraw(priority);
    const id = ++this.lastRequest;
    const answer = await new Promise<LayoutAnswer | undefined>((settle) => {
      this.waiting.set(id, { priority, onProgress, settle });
      this.worker ??= this.connect();
      this.post(this.worker, { id, request, priority }, buffersOf(request.scopes));
    });
    if (answer === undefined || "progress" in answer) return undefined;
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.result;
  }

  /** Withdraws what a viewer waits for; what is laid out ahead goes on. */
  cancel(): void {
    this.withdraw("now");
  }

  private withdraw(what: Priority): void {
    for (const [id, { priority, settle }] of this.waiting) {
      if (priority !== what) continue;
      this.waiting.delete(id);
      if (this.worker) this.post(this.worker, { id, isWithdrawn: true }, []);
      settle(undefined);
    }
  }

  /** Ends the worker; requests without an answer are aborted. */
  dispose(): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { settle } of this.waiting.values()) settle(undefined);
    this.waiting.clear();
  }

  private post(worker: LayoutWorker, question: LayoutQuestion, buffers: ArrayBuffer[]): void {
    worker.postMessage(question, buffers);
  }

  private connect(): LayoutWorker {
    const worker = this.makeWorker();
    worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => this.onMessage(data);
    // A script that could not be fetched fails without a message.
    worker.onerror = ({ message }) => this.fail(message || "its script could not be loaded");
    worker.onmessageerror = () => this.fail("its answer could not be read");
    return worker;
  }

  private onMessage(answer: LayoutAnswer): void {
    const asker = this.waiting.get(answer.id);
    if (asker === undefined) return;
    if ("progress" in answer) {
      asker.onProgress?.(answer.progress);
      return;
    }
    this.waiting.delete(answer.id);
    asker.settle(answer);
  }

  private fail(why: string): void {
    const failure = `The layout engine has stopped: ${why}.`;
    const waiting = [...this.waiting];
    this.waiting.clear();
    this.dispose();
    for (const [id, { settle }] of waiting) settle({ id, failure });
  }
}

/**
 * The workers of the layout engine, one of them started before there is anything to lay out: its
 * script has to be fetched, compiled code runs twice as fast, and the first drawing may be known by
 * then.
 */
import { startPageWorker } from "../../../../lib/browser/start-worker";
import workerUrl from "./layout.worker.ts?worker&url";
import { LayoutClient, type LayoutWorker } from "./layout-client";

export class LayoutWorkers {
  private one: LayoutClient | undefined;

  constructor(private readonly start: () => LayoutWorker = () => startPageWorker(workerUrl)) {}

  /** Starts a worker for the next session. */
  warm(): void {
    this.one ??= this.create();
    this.one.start();
  }

  /** The worker that no session uses yet, if there is one. */
  get spare(): LayoutClient | undefined {
    return this.one;
  }

  /** The spare worker, else a new one; the session ends it. */
  acquire(): LayoutClient {
    const service = this.one ?? this.create();
    this.one = undefined;
    return service;
  }

  private create(): LayoutClient {
    return new LayoutClient(this.start);
  }
}

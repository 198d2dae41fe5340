/**
 * The worker of the layout engine, started before there is anything to lay out: its script has to
 * be fetched, compiled code runs twice as fast, and the first drawing may be known by then.
 */
import { startPageWorker } from "../../../../lib/browser/start-worker";
import workerUrl from "./layout.worker.ts?worker&url";
import { LayoutService } from "./layout-client";

let spare: LayoutService | undefined;

function newService(): LayoutService {
  return new LayoutService(() => startPageWorker(workerUrl));
}

/** Has a worker ready for whoever takes the next. */
export function warmLayoutWorker(): void {
  spare ??= newService();
  spare.start();
}

/** The one that nobody has taken so far, if there is one. */
export function spareLayoutService(): LayoutService | undefined {
  return spare;
}

export function takeLayoutService(): LayoutService {
  const service = spare ?? newService();
  spare = undefined;
  return service;
}

/**
 * The worker of the layout engine, started before there is anything to lay out: its script has to
 * be fetched, and compiled code runs twice as fast.
 */
import { startPageWorker } from "../../lib/page-worker";
import workerUrl from "./layout.worker.ts?worker&url";
import type { LayoutWorker } from "./layout-service";

let spare: LayoutWorker | undefined;

function startWorker(): LayoutWorker {
  return startPageWorker(workerUrl);
}

/** Has a worker ready for whoever takes the next. */
export function warmLayoutWorker(): void {
  if (spare !== undefined) return;
  const worker = startWorker();
  spare = worker;
  // One that did not start is not handed out: the next try tells why.
  worker.onerror = () => {
    if (spare === worker) spare = undefined;
  };
}

export function takeLayoutWorker(): LayoutWorker {
  const worker = spare ?? startWorker();
  spare = undefined;
  return worker;
}

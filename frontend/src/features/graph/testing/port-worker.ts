/** The layout engine behind a message port, which stands for a worker. */
import { MessageChannel } from "node:worker_threads";
import type { LayoutWorker } from "../layout/worker/layout-client";
import { type Channel, serveLayouts } from "../layout/worker/layout-server";

export function startPortWorker(): LayoutWorker {
  const { port1, port2 } = new MessageChannel();
  serveLayouts(port2 as unknown as Channel);
  const ending = { terminate: () => port1.close(), onerror: null };
  return Object.assign(port1, ending) as unknown as LayoutWorker;
}

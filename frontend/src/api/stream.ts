/** The server's notices of changes, as they come. */
import { resourceUrl } from "./client";
import type { ChangeNotice, Status } from "./types";

/** What the server tells in one piece: the changes, and its status after them. */
export interface StreamBatch {
  readonly changes: readonly ChangeNotice[];
  readonly status: Status;
}

export interface StreamListener {
  onBatch(batch: StreamBatch): void;
  /** Called once, at the end of the stream; `hasReceived`: whether any batch came before. */
  onEnd(hasReceived: boolean): void;
}

/** Of an open stream from which nothing comes, something in between keeps it for itself. */
const FIRST_WITHIN_MS = 3000;

/** Listens from a version of the data on, without one from now on; returns how to stop. */
export function openStream(since: string | null, listener: StreamListener): () => void {
  const source = new EventSource(resourceUrl("api/stream", { since: since ?? undefined }));
  let changes: ChangeNotice[] = [];
  let hasReceived = false;
  const end = (): void => {
    clearTimeout(timer);
    source.close();
    listener.onEnd(hasReceived);
  };
  const timer = setTimeout(end, FIRST_WITHIN_MS);
  source.addEventListener("change", ({ data }) => {
    changes.push(JSON.parse(data) as ChangeNotice);
  });
  source.addEventListener("status", ({ data }) => {
    clearTimeout(timer);
    hasReceived = true;
    const batch = { changes, status: JSON.parse(data) as Status };
    changes = [];
    listener.onBatch(batch);
  });
  // The browser would try again by itself, but would not say when.
  source.addEventListener("error", end);
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

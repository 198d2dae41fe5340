/** The worker's side of the protocol, apart from the worker so that it runs anywhere. */
import { emptyCache, layOutScopes } from "./layout-scopes";
import type { LayoutRequest, LayoutResult } from "./request";

/** `id` grows with every request; answers carry the id of theirs. */
export interface LayoutQuestion {
  readonly id: number;
  readonly request: LayoutRequest;
}

export type LayoutAnswer =
  | { readonly id: number; readonly result: LayoutResult }
  | { readonly id: number; readonly failure: string };

/** What both ends of the protocol need of a worker or a message port. */
export interface Channel {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((message: MessageEvent) => void) | null;
}

/** Answers questions; of several that wait, only the newest, since the others are outdated. */
export function serveLayouts(channel: Channel): void {
  const cache = emptyCache();
  let waiting: LayoutQuestion | undefined;

  const answer = (): void => {
    if (waiting === undefined) return;
    const { id, request } = waiting;
    waiting = undefined;
    try {
      const result = layOutScopes(request, cache);
      channel.postMessage({ id, result } satisfies LayoutAnswer, buffersOf(result.scopes));
    } catch (cause) {
      channel.postMessage({ id, failure: String(cause) } satisfies LayoutAnswer, []);
    }
  };
  channel.onmessage = ({ data }: MessageEvent<LayoutQuestion>) => {
    waiting = data;
    // After the messages that have already arrived.
    setTimeout(answer, 0);
  };
}

/** The buffers of all typed arrays that the objects hold, each once, to be handed over. */
export function buffersOf(holders: readonly object[]): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const holder of holders) {
    for (const value of Object.values(holder)) {
      if (ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer) {
        buffers.add(value.buffer);
      }
    }
  }
  return [...buffers];
}

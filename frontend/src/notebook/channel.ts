/** Requests through a message port, in the place of `fetch` and `EventSource`. */
import type { ToPage, ToWidget } from "./protocol";

type Answer = Extract<ToPage, { id: number }>;
type Other = Exclude<ToPage, { id: number }>;

/** The part of a MessagePort that is used. */
export interface Port {
  postMessage(message: ToWidget, transfer?: Transferable[]): void;
  onmessage: ((message: MessageEvent) => unknown) | null;
}

const NO_BODY = [204, 304];

export class Channel {
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private count = 0;

  /** `onOther` receives messages that answer no request. */
  constructor(
    private readonly port: Promise<Port>,
    onOther: (message: Other) => void,
  ) {
    void port.then((open) => {
      open.onmessage = ({ data }: MessageEvent<ToPage>) => {
        if (!("id" in data)) onOther(data);
        else this.waiting.get(data.id)?.(data);
      };
    });
  }

  /** Sends a message that has no answer. */
  async post(message: ToWidget): Promise<void> {
    (await this.port).postMessage(message);
  }

  /** Takes the place of `fetch`: the path, method, headers and body of a request. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { signal } = init;
    signal?.throwIfAborted();
    const body = await bytesOf(init.body);
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const cancel = this.open(url, { ...init, body }, ({ status, type, body: bytes }) => {
        this.waiting.delete(id);
        signal?.removeEventListener("abort", abort);
        const content = NO_BODY.includes(status) ? null : bytes;
        resolve(new Response(content, { status, headers: { "Content-Type": type } }));
      });
      const id = this.count;
      const abort = () => {
        cancel();
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  /** Sends a request, and calls `onAnswer` with each piece of the answer; returns how to cancel. */
  open(
    url: string,
    init: Omit<RequestInit, "body"> & { readonly body?: ArrayBuffer | null },
    onAnswer: (answer: Answer) => void,
  ): () => void {
    this.count += 1;
    const id = this.count;
    this.waiting.set(id, onAnswer);
    const body = init.body ?? null;
    const headers = [...new Headers(init.headers)];
    void this.post({ kind: "request", id, method: init.method ?? "GET", url, headers, body });
    return () => {
      if (this.waiting.delete(id)) void this.post({ kind: "cancel", id });
    };
  }
}

async function bytesOf(body: RequestInit["body"]): Promise<ArrayBuffer | null> {
  return body == null ? null : new Response(body).arrayBuffer();
}

/** An `EventSource` whose events come through the channel: the stream of changes. */
import type { Channel } from "./channel";

const END = "\n\n";

/** Returns the class that takes the place of `EventSource`. */
export function eventSourceOver(channel: Channel): typeof EventSource {
  class ChannelEventSource extends EventTarget {
    readonly close: () => void;
    private text = "";
    private readonly decoder = new TextDecoder();

    constructor(url: string) {
      super();
      const headers = { Accept: "text/event-stream" };
      this.close = channel.open(url, { headers }, ({ kind, status, body }) => {
        if (kind === "part" && status === 200) this.receive(body);
        else this.dispatchEvent(new Event("error"));
      });
    }

    private receive(body: ArrayBuffer): void {
      const pieces = (this.text + this.decoder.decode(body, { stream: true })).split(END);
      this.text = pieces.pop() ?? "";
      for (const piece of pieces) this.dispatch(piece);
    }

    private dispatch(piece: string): void {
      const fields = new Map<string, string>();
      for (const line of piece.split("\n")) {
        const at = line.indexOf(":");
        if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).trimStart());
      }
      const data = fields.get("data");
      if (data === undefined) return; // a comment, which keeps the stream open
      this.dispatchEvent(new MessageEvent(fields.get("event") ?? "message", { data }));
    }
  }
  return ChannelEventSource as unknown as typeof EventSource;
}

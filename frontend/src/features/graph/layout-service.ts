import type { LayoutRequest, LayoutResult } from "./layout/request";
import { buffersOf, type Channel, type LayoutAnswer } from "./layout/serve";

/** The page's side of the protocol: asks, and drops answers that are no longer wanted. */
export class LayoutService {
  private latest = 0;
  private settle: ((answer: LayoutAnswer | undefined) => void) | undefined;

  constructor(private readonly channel: Channel) {
    channel.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.id !== this.latest) return;
      this.settle?.(data);
      this.settle = undefined;
    };
  }

  /**
   * Lays out what is asked for; undefined when a newer request has taken its place.
   *
   * The arrays of the request are handed over and empty afterwards. Throws when the engine
   * fails.
   */
  async layOut(request: LayoutRequest): Promise<LayoutResult | undefined> {
    this.settle?.(undefined);
    const id = ++this.latest;
    const answer = await new Promise<LayoutAnswer | undefined>((resolve) => {
      this.settle = resolve;
      this.channel.postMessage({ id, request }, buffersOf(request.scopes));
    });
    if (answer === undefined) return undefined;
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.result;
  }
}

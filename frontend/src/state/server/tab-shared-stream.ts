/**
 * One stream for all tabs of a browser: a browser has six connections to a server, and a stream
 * occupies one for as long as it lasts.
 *
 * Of the visible tabs, one leads: it follows the server's stream and broadcasts its batches. A new
 * tab looks for a leader, and leads itself without an answer. If two lead, as after simultaneous
 * starts, the one whose name sorts later steps down. A leader that stops announces it; one that was
 * killed is missed after a timeout.
 */
import type { StreamBatch, StreamListener } from "../../api/stream";

const ANSWER_WITHIN_MS = 150;
/** So that those who are left do not all ask at the same moment. */
const SPREAD_MS = 100;
const BEAT_MS = 5000;
const MISSED_AFTER_MS = 12_000;

type Message =
  | { readonly kind: "who" | "leave"; readonly from: string }
  | { readonly kind: "lead"; readonly from: string; readonly version: string | null }
  | { readonly kind: "batch"; readonly from: string; readonly batch: StreamBatch };

/** The part of a BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void;
  onmessage: ((message: MessageEvent) => unknown) | null;
}

export interface SharedListener extends StreamListener {
  /** Another tab leads, and has broadcast everything up to this version. */
  onJoin(version: string | null): void;
}

type Open = (since: string | null, listener: StreamListener) => () => void;

type Role =
  | { readonly kind: "none" | "asking" | "following" }
  | { readonly kind: "leading"; readonly close: () => void };

export function versionOf({ instance, generation }: StreamBatch["status"]): string {
  return `${instance}-${generation}`;
}

export class SharedStream {
  private readonly name = String(Math.random());
  private role: Role = { kind: "none" };
  private version: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly channel: Channel | null,
    private readonly open: Open,
    private readonly listener: SharedListener,
  ) {
    if (channel !== null) channel.onmessage = ({ data }) => this.onMessage(data as Message);
  }

  /** Listens from a version of the data on, to the server or to the tab that does. */
  start(since: string | null): void {
    if (this.role.kind !== "none") return;
    this.version = since;
    if (this.channel === null) this.lead();
    else this.findLeader();
  }

  stop(): void {
    const wasLeading = this.role.kind === "leading";
    this.leaveRole();
    if (wasLeading) this.post({ kind: "leave", from: this.name });
  }

  private post(message: Message): void {
    this.channel?.postMessage(message);
  }

  private leaveRole(): void {
    clearTimeout(this.timer);
    if (this.role.kind === "leading") this.role.close();
    this.role = { kind: "none" };
  }

  private findLeader(): void {
    this.leaveRole();
    this.role = { kind: "asking" };
    this.timer = setTimeout(() => this.lead(), ANSWER_WITHIN_MS + SPREAD_MS * Math.random());
    this.post({ kind: "who", from: this.name });
  }

  private lead(): void {
    this.leaveRole();
    const close = this.open(this.version, {
      onBatch: (batch) => {
        this.receive(batch);
        this.post({ kind: "batch", from: this.name, batch });
      },
      onEnd: (hasReceived) => {
        this.stop();
        this.listener.onEnd(hasReceived);
      },
    });
    this.role = { kind: "leading", close };
    this.beat();
  }

  private beat(): void {
    this.post({ kind: "lead", from: this.name, version: this.version });
    this.timer = setTimeout(() => this.beat(), BEAT_MS);
  }

  private receive(batch: StreamBatch): void {
    this.version = versionOf(batch.status);
    this.listener.onBatch(batch);
  }

  private onMessage(message: Message): void {
    const { kind } = this.role;
    if (kind === "none") return;
    if (message.kind === "who") {
      if (kind === "leading") this.beatNow();
    } else if (message.kind === "leave") {
      if (kind === "following") this.findLeader();
    } else if (kind !== "leading" || message.from < this.name) {
      this.follow(message);
    }
  }

  private beatNow(): void {
    clearTimeout(this.timer);
    this.beat();
  }

  private follow(message: Message): void {
    const isNew = this.role.kind !== "following";
    this.leaveRole();
    this.role = { kind: "following" };
    this.timer = setTimeout(() => this.findLeader(), MISSED_AFTER_MS);
    if (message.kind === "batch") this.receive(message.batch);
    else if (message.kind === "lead" && isNew) this.listener.onJoin(message.version);
  }
}

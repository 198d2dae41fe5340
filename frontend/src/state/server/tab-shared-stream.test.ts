import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StreamBatch, StreamListener } from "../../api/stream";
import { type Channel, SharedStream } from "./tab-shared-stream";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function batchAt(generation: number): StreamBatch {
  return { changes: [], status: { instance: "i", generation } as StreamBatch["status"] };
}

/** A browser with tabs that hear each other, and a server that notes who listens. */
function browser() {
  const channels = new Set<Channel>();
  const streams = new Set<StreamListener & { since: string | null }>();
  const listen = (since: string | null, listener: StreamListener) => {
    const stream = { ...listener, since };
    streams.add(stream);
    return () => streams.delete(stream);
  };
  const tab = () => {
    const received: string[] = [];
    const channel: Channel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of channels) {
          if (other !== channel) other.onmessage?.({ data } as MessageEvent);
        }
      },
    };
    channels.add(channel);
    const stream = new SharedStream(channel, listen, {
      onBatch: ({ status }) => received.push(`received ${status.generation}`),
      onJoin: (version) => received.push(`joined at ${version}`),
      onEnd: (any) => received.push(any ? "broken off" : "silent"),
    });
    const kill = () => {
      channels.delete(channel);
      channel.postMessage = () => {};
      stream.stop();
    };
    return { stream, received, kill };
  };
  const send = (generation: number) => {
    for (const one of streams) one.onBatch(batchAt(generation));
  };
  return { tab, streams, send };
}

it("opens one stream for all tabs, which all hear", () => {
  const { tab, streams, send } = browser();
  const tabs = [tab(), tab(), tab()];
  for (const { stream } of tabs) stream.start("i-1");
  vi.advanceTimersByTime(1000);
  expect(streams.size).toBe(1);
  send(2);
  for (const { received } of tabs) expect(received.at(-1)).toBe("received 2");
});

it("tells a tab that comes later how far the others are", () => {
  const { tab, streams, send } = browser();
  tab().stream.start("i-1");
  vi.advanceTimersByTime(1000);
  send(7);
  const late = tab();
  late.stream.start("i-8");
  vi.advanceTimersByTime(1000);
  expect(late.received).toEqual(["joined at i-7"]);
  expect(streams.size).toBe(1);
});

it("hands the stream on from where it was when its tab goes, or is killed", () => {
  const { tab, streams, send } = browser();
  const first = tab();
  first.stream.start("i-1");
  vi.advanceTimersByTime(1000);
  const others = [tab(), tab()];
  for (const { stream } of others) stream.start("i-1");
  send(5);
  first.stream.stop();
  vi.advanceTimersByTime(1000);
  expect([...streams].map(({ since }) => since)).toEqual(["i-5"]);
  send(6);
  for (const { received } of others) expect(received.at(-1)).toBe("received 6");
  expect(first.received.at(-1)).toBe("received 5");
});

it("misses a tab that was killed", () => {
  const { tab, streams } = browser();
  const first = tab();
  first.stream.start("i-1");
  vi.advanceTimersByTime(1000);
  tab().stream.start("i-1");
  vi.advanceTimersByTime(30_000);
  expect(streams.size).toBe(1);
  first.kill();
  expect(streams.size).toBe(0);
  vi.advanceTimersByTime(30_000);
  expect(streams.size).toBe(1);
});

it("goes without a channel, and says when the stream ends", () => {
  const streams: StreamListener[] = [];
  const received: string[] = [];
  const listen = (_: string | null, listener: StreamListener) => {
    streams.push(listener);
    return () => {};
  };
  const stream = new SharedStream(null, listen, {
    onBatch: ({ status }) => received.push(`received ${status.generation}`),
    onJoin: () => {},
    onEnd: (any) => received.push(any ? "broken off" : "silent"),
  });
  stream.start(null);
  streams[0]?.onBatch(batchAt(1));
  streams[0]?.onEnd(true);
  stream.start("i-1");
  streams[1]?.onEnd(false);
  expect(received).toEqual(["received 1", "broken off", "silent"]);
});

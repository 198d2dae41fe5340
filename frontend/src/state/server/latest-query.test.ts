import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LatestQuery } from "./latest-query";
import { QueryCache } from "./query-cache";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Sent {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly answer: () => void;
  readonly fail: () => void;
}

/** A server that answers when the test says so; `latest` shows queries of it. */
function server() {
  const sent: Sent[] = [];
  const cache = new QueryCache<string, string>({
    fetch: (text, signal) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(`to ${text}`);
        sent.push({ text, signal, answer, fail: () => reject(new Error(`no ${text}`)) });
      }),
    isRetried: false,
    maxIdle: 10,
  });
  return { sent, latest: new LatestQuery(cache) };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe("the latest query", () => {
  it("aborts the one before", async () => {
    const { sent, latest } = server();
    latest.show("a");
    await settled();
    latest.show("b");
    await settled();
    expect(sent[0]?.signal.aborted).toBe(true);
    sent[1]?.answer();
    await settled();
    sent[0]?.answer();
    await settled();
    expect(latest.state.value).toEqual({ data: "to b", error: null, isLoading: false });
  });

  it("requests every query of a quick server", async () => {
    const { sent, latest } = server();
    for (const text of ["a", "ab", "abc"]) {
      latest.show(text, 100);
      await settled();
      expect(sent.at(-1)?.text).toBe(text);
      sent.at(-1)?.answer();
      await settled();
      expect(latest.state.value).toMatchObject({ data: `to ${text}`, isLoading: false });
    }
  });

  it("requests of a slow one only what was typed last, and aborts what it is slow with", async () => {
    const { sent, latest } = server();
    for (const text of ["a", "ab", "abc"]) {
      latest.show(text, 100);
      await vi.advanceTimersByTimeAsync(60);
    }
    await vi.advanceTimersByTimeAsync(60);
    expect(sent.map(({ text, signal }) => [text, signal.aborted])).toEqual([
      ["a", true],
      ["abc", false],
    ]);
    sent[1]?.answer();
    await settled();
    expect(latest.state.value).toMatchObject({ data: "to abc", isLoading: false });
  });

  it("requests what waits as soon as the one before is answered, and says that it does", async () => {
    const { sent, latest } = server();
    latest.show("a", 100);
    await settled();
    latest.show("ab", 100);
    sent[0]?.answer();
    await settled();
    expect(latest.state.value).toMatchObject({ data: "to a", isLoading: true });
    await settled();
    expect(sent).toHaveLength(2);
    sent[1]?.fail();
    await settled();
    expect(latest.state.value).toMatchObject({ data: null, isLoading: false });
  });

  it("shows what is known until the next answer, and at once what was answered before", async () => {
    const { sent, latest } = server();
    latest.show("a");
    await settled();
    sent[0]?.answer();
    await settled();
    latest.show("b");
    expect(latest.state.value).toMatchObject({ data: "to a", isLoading: true });
    await settled();
    sent[1]?.answer();
    await settled();
    latest.show("a", 100);
    expect(latest.state.value).toMatchObject({ data: "to a", isLoading: false });
    await settled();
    expect(sent).toHaveLength(2);
  });

  it("does not request the same twice, unless it failed", async () => {
    const { sent, latest } = server();
    latest.show("a");
    latest.show("a");
    await settled();
    expect(sent).toHaveLength(1);
    sent[0]?.fail();
    await settled();
    expect(latest.state.value.error?.message).toBe("no a");
    latest.show("a");
    expect(sent).toHaveLength(2);
  });

  it("drops what it is cleared of", async () => {
    const { sent, latest } = server();
    latest.show("a");
    await settled();
    latest.clear();
    sent[0]?.answer();
    await settled();
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(latest.state.value).toEqual({ data: null, error: null, isLoading: false });
  });
});

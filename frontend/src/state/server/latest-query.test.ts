import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LatestAnswer } from "./latest-query";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A question that is answered when the test says so. */
function question(): {
  fetch: (signal: AbortSignal) => Promise<string>;
  answer: (text: string) => void;
  fail: (message: string) => void;
  signals: AbortSignal[];
} {
  const signals: AbortSignal[] = [];
  let answer = (_: string): void => {};
  let fail = (_: string): void => {};
  const fetch = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((resolve, reject) => {
      answer = resolve;
      fail = (message) => reject(new Error(message));
    });
  };
  return { fetch, answer: (text) => answer(text), fail: (text) => fail(text), signals };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe("the latest answer", () => {
  it("gives up what was asked before", async () => {
    const latest = new LatestAnswer<string>();
    const [first, second] = [question(), question()];
    latest.ask("a", first.fetch);
    latest.ask("b", second.fetch);
    expect(first.signals[0]?.aborted).toBe(true);
    second.answer("to b");
    await settled();
    first.answer("to a");
    await settled();
    expect(latest.now.value).toEqual({ data: "to b", error: null, isAsking: false });
  });

  it("asks every question of a quick server", async () => {
    const latest = new LatestAnswer<string>();
    for (const text of ["a", "ab", "abc"]) {
      const asked = question();
      latest.ask(text, asked.fetch, 100);
      expect(asked.signals).toHaveLength(1);
      asked.answer(`to ${text}`);
      await settled();
      expect(latest.now.value).toMatchObject({ data: `to ${text}`, isAsking: false });
    }
  });

  it("asks a slow one only what was typed last, and gives up what it is slow with", async () => {
    const latest = new LatestAnswer<string>();
    const asked = [question(), question(), question()];
    asked.forEach(({ fetch }, at) => {
      latest.ask(`${at}`, fetch, 100);
      vi.advanceTimersByTime(60);
    });
    vi.advanceTimersByTime(60);
    expect(asked.map(({ signals }) => signals.length)).toEqual([1, 0, 1]);
    expect(asked[0]?.signals[0]?.aborted).toBe(true);
    asked[2]?.answer("to the last");
    await settled();
    expect(latest.now.value).toMatchObject({ data: "to the last", isAsking: false });
  });

  it("asks what waits as soon as the one before is answered, and says that it does", async () => {
    const latest = new LatestAnswer<string>();
    const [first, second] = [question(), question()];
    latest.ask("a", first.fetch, 100);
    latest.ask("ab", second.fetch, 100);
    first.answer("to a");
    await settled();
    expect(latest.now.value).toMatchObject({ data: "to a", isAsking: true });
    expect(second.signals).toHaveLength(1);
    second.fail("wrong");
    await settled();
    expect(latest.now.value).toMatchObject({ data: null, isAsking: false });
  });

  it("keeps what is known until the next answer", async () => {
    const latest = new LatestAnswer<string>();
    const first = question();
    latest.ask("a", first.fetch);
    first.answer("known");
    await settled();
    latest.ask("b", question().fetch);
    expect(latest.now.value).toMatchObject({ data: "known", isAsking: true });
  });

  it("does not ask the same twice, unless it failed", async () => {
    const latest = new LatestAnswer<string>();
    const asked = question();
    latest.ask("a", asked.fetch);
    latest.ask("a", asked.fetch);
    expect(asked.signals).toHaveLength(1);
    asked.fail("no");
    await settled();
    expect(latest.now.value.error?.message).toBe("no");
    latest.ask("a", asked.fetch);
    expect(asked.signals).toHaveLength(2);
  });

  it("forgets", async () => {
    const latest = new LatestAnswer<string>();
    const asked = question();
    latest.ask("a", asked.fetch);
    latest.clear();
    asked.answer("late");
    await settled();
    expect(latest.now.value).toEqual({ data: null, error: null, isAsking: false });
  });
});

import { effect, signal } from "@preact/signals";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reached } from "./connection";
import { Observer, QueryCache, type QueryCacheOptions } from "./query-cache";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Sent {
  readonly id: number;
  readonly version: number;
  readonly signal: AbortSignal;
  readonly answer: (text: string) => void;
  readonly fail: () => void;
}

const settle = () => vi.advanceTimersByTimeAsync(0);

/** A server whose requests wait until a test answers them, and a version for each query. */
function server(size: number) {
  const versions = Array.from({ length: size }, () => signal(0));
  const sent: Sent[] = [];
  const options: QueryCacheOptions<number, string> = {
    fetch: (id, signal) =>
      new Promise((resolve, reject) => {
        const version = versions[id]?.peek() ?? 0;
        const fail = () => reject(new Error(`no answer to ${id}`));
        sent.push({ id, version, signal, answer: resolve, fail });
      }),
    version: (id) => versions[id]?.value ?? null,
    maxIdle: 2,
    minGapMs: 0,
    pauseFactor: 0,
  };
  const notice = (id: number): void => {
    const version = versions[id];
    if (version !== undefined) version.value += 1;
  };
  return { sent, notice, options };
}

describe("one entry", () => {
  it("is requested once for all that observe it, and again for a new version", async () => {
    const { sent, notice, options } = server(1);
    const cache = new QueryCache(options);
    const entry = cache.entry(0);
    cache.observe(entry);
    cache.observe(cache.entry(0));
    await settle();
    sent[0]?.answer("first");
    await settle();
    expect([entry.state.value.data, sent.length]).toEqual(["first", 1]);
    notice(0);
    await settle();
    expect([entry.state.value.data, sent.length]).toEqual(["first", 2]);
    sent[1]?.answer("second");
    await settle();
    expect(entry.state.value).toEqual({ data: "second", isAnswered: true, error: null });
  });

  it("requests a version that came during a request after it", async () => {
    const { sent, notice, options } = server(1);
    const cache = new QueryCache(options);
    cache.observe(cache.entry(0));
    await settle();
    notice(0);
    notice(0);
    await settle();
    expect(sent).toHaveLength(1);
    sent[0]?.answer("old");
    await settle();
    expect(sent.map(({ version }) => version)).toEqual([0, 2]);
  });

  it("notifies of nothing that says the same", async () => {
    const versions = signal(0);
    const cache = new QueryCache({
      fetch: async () => ({ tag: "loss", value: Float64Array.of(1, Number.NaN) }),
      version: () => versions.value,
      maxIdle: 1,
      minGapMs: 0,
    });
    const entry = cache.entry("loss");
    const seen: unknown[] = [];
    effect(() => {
      seen.push(entry.state.value.data);
    });
    cache.observe(entry);
    await settle();
    versions.value += 1;
    await vi.advanceTimersByTimeAsync(10);
    expect(entry.version).toBe(1);
    expect(seen).toHaveLength(2);
  });

  it("rests 20 times as long as a request took, where its kind is paced so", async () => {
    const { notice, options } = server(1);
    const started: number[] = [];
    const begin = performance.now();
    const cache = new QueryCache({
      ...options,
      pauseFactor: 20,
      fetch: async () => {
        started.push(Math.round(performance.now() - begin));
        await new Promise((done) => setTimeout(done, 100));
        return String(started.length);
      },
    });
    cache.observe(cache.entry(0));
    for (let at = 0; at < 50; at += 1) {
      notice(0);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(started).toEqual([0, 2100, 4200]);
  });

  it("is aborted with its last observer, and keeps its pace", async () => {
    const { sent, notice, options } = server(1);
    const cache = new QueryCache({ ...options, minGapMs: 1000 });
    const entry = cache.entry(0);
    const stop = cache.observe(entry);
    await settle();
    sent[0]?.answer("first");
    await settle();
    stop();
    notice(0);
    const stops = [cache.observe(cache.entry(0)), cache.observe(cache.entry(0))];
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    stops[0]?.();
    expect(sent[1]?.signal.aborted).toBe(false);
    stops[1]?.();
    expect(sent[1]?.signal.aborted).toBe(true);
    expect(cache.entry(0).state.value.data).toBe("first");
  });

  it("is repeated when it fails, later each time, and at once when the server is back", async () => {
    const { sent, options } = server(1);
    const cache = new QueryCache(options);
    const entry = cache.entry(0);
    cache.observe(entry);
    const failIn = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      sent.at(-1)?.fail();
      await settle();
    };
    await failIn(0);
    expect(entry.state.value.error?.message).toBe("no answer to 0");
    await failIn(1000);
    await vi.advanceTimersByTimeAsync(1999);
    expect(sent).toHaveLength(2);
    await failIn(1);
    reached.value += 1;
    await settle();
    expect(sent).toHaveLength(4);
    sent[3]?.answer("there");
    await settle();
    expect(entry.state.value).toEqual({ data: "there", isAnswered: true, error: null });
  });

  it("is requested once more on demand alone, where its kind is not retried", async () => {
    const { sent, options } = server(1);
    const cache = new QueryCache({ ...options, isRetried: false });
    const entry = cache.entry(0);
    cache.observe(entry);
    await settle();
    sent[0]?.fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    entry.retry();
    expect(sent).toHaveLength(2);
  });
});

describe("a prefetched entry", () => {
  it("is requested at once, and handed over to what observes it", async () => {
    const { sent, options } = server(1);
    const cache = new QueryCache(options);
    cache.prefetch(0);
    expect(sent).toHaveLength(1);
    cache.observe(cache.entry(0));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.signal.aborted).toBe(false);
  });

  it("is aborted where nothing observes it", async () => {
    const { sent, options } = server(1);
    const cache = new QueryCache(options);
    cache.prefetch(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(cache.entry(0).state.value.isAnswered).toBe(false);
  });
});

describe("queries of one topic", () => {
  interface Part {
    readonly topic: string;
    readonly letters: string;
  }

  function parts() {
    const version = signal(0);
    const fetched: string[] = [];
    const cache = new QueryCache<Part, string>({
      fetch: async ({ letters }) => {
        fetched.push(letters);
        return `${letters} of version ${version.peek()}`;
      },
      version: () => version.value,
      maxIdle: 5,
      minGapMs: 0,
      relation: {
        topic: ({ topic }) => topic,
        derive: ({ letters }, answered, data) =>
          answered.letters.includes(letters) ? data.replace(answered.letters, letters) : null,
        showMeanwhile: (_, { letters }) => `meanwhile ${letters}`,
      },
    });
    const show = async (topic: string, letters: string) => {
      const entry = cache.entry({ topic, letters });
      const before = entry.state.value.data;
      const stop = cache.observe(entry);
      await settle();
      return { before, after: entry.state.value.data, stop };
    };
    return { version, fetched, show };
  }

  it("answer one another while they are of one version", async () => {
    const { version, fetched, show } = parts();
    await show("a", "xyz");
    const { before } = await show("a", "y");
    expect([before, fetched]).toEqual(["y of version 0", ["xyz"]]);
    version.value = 1;
    await settle();
    expect(fetched.toSorted()).toEqual(["xyz", "xyz", "y"]);
  });

  it("show one another's answers meanwhile", async () => {
    const { show } = parts();
    await show("a", "x");
    expect(await show("a", "yz")).toMatchObject({
      before: "meanwhile x",
      after: "yz of version 0",
    });
    expect(await show("b", "yz")).toMatchObject({ before: null });
  });
});

it("goes on with what is shown before and after", async () => {
  const { sent, options } = server(3);
  const cache = new QueryCache(options);
  const observer = new Observer(cache);
  observer.show([cache.entry(0), cache.entry(1)]);
  await settle();
  observer.show([cache.entry(1), cache.entry(2)], { delayMs: 50 });
  await settle();
  expect(sent.map(({ id, signal }) => [id, signal.aborted])).toEqual([
    [0, true],
    [1, false],
  ]);
  await vi.advanceTimersByTimeAsync(50);
  expect(sent.at(-1)?.id).toBe(2);
  observer.stop();
  expect(sent.every(({ signal }) => signal.aborted)).toBe(true);
});

it("drops the answers used longest ago, and none that is observed", async () => {
  const { sent, options } = server(6);
  const cache = new QueryCache({ ...options, maxIdle: 10, sizeOf: (text: string) => text.length });
  const stops = [0, 1, 2, 3].map((id) => cache.observe(cache.entry(id)));
  await settle();
  for (const { id, answer } of sent) answer(String(id).repeat(4));
  await settle();
  for (const stop of stops.slice(0, 3)) stop();
  const known = [0, 1, 2, 3].map((id) => cache.entry(id).state.value.data);
  expect(known).toEqual([null, "1111", "2222", "3333"]);
});

/** What a test does to the cache; `id` names the query. */
type Step = readonly [
  "observe" | "glance" | "stop" | "notice" | "answer" | "fail" | "wait",
  id: number,
];

const QUERIES = 4;
const MAX_IDLE = 2;

/** What has to be true of one query, by rules without time: with a pace that pauses for nothing. */
class Model {
  version = 0;
  answered: number | null = null;
  requested: number | null = null;
  failed: number | null = null;
  /** Whether each observer follows changes. */
  observers: boolean[] = [];

  /** Requests what is missing. */
  refresh(): void {
    if (this.observers.length === 0) this.requested = this.failed = null;
    else if (this.requested !== null) return;
    else if (this.isEnough()) this.failed = null;
    else if (this.failed !== this.version) this.requested = this.version;
  }

  private isEnough(): boolean {
    return this.observers.includes(true) ? this.answered === this.version : this.answered !== null;
  }
}

it("does what a plain model says, whatever happens", async () => {
  const name = fc.constantFrom<Step[0]>(
    ...(["observe", "glance", "stop", "notice", "answer", "answer", "fail", "wait"] as const),
  );
  const steps = fc.array(fc.tuple(name, fc.nat(QUERIES - 1)), { minLength: 20, maxLength: 60 });
  await fc.assert(fc.asyncProperty(steps, runSteps), { numRuns: 200 });
});

async function runSteps(steps: readonly Step[]): Promise<void> {
  const { sent, notice, options } = server(QUERIES);
  const cache = new QueryCache({ ...options, maxIdle: MAX_IDLE });
  const models = Array.from({ length: QUERIES }, () => new Model());
  const stops = models.map((): (() => void)[] => []);
  /** Idle queries with an answer, in the order in which they were left. */
  let idle: number[] = [];
  const underWay = (id: number) =>
    sent.filter((one) => one.id === id && !one.signal.aborted && !done.has(one));
  const done = new Set<Sent>();

  for (const [step, id] of steps) {
    const model = models[id] as Model;
    const [request] = underWay(id);
    if (step === "observe" || step === "glance") {
      const isLive = step === "observe";
      stops[id]?.push(cache.observe(cache.entry(id), { isLive }));
      model.observers.push(isLive);
      idle = idle.filter((other) => other !== id);
    } else if (step === "stop" && model.observers.length > 0) {
      stops[id]?.shift()?.();
      model.observers.shift();
      if (model.observers.length === 0 && model.answered !== null) idle.push(id);
      for (const dropped of idle.splice(0, idle.length - MAX_IDLE)) {
        (models[dropped] as Model).answered = null;
      }
    } else if (step === "notice") {
      notice(id);
      model.version += 1;
    } else if (step === "answer" && request !== undefined) {
      done.add(request);
      request.answer(`${id} at ${request.version}`);
      model.answered = request.version;
      model.requested = model.failed = null;
    } else if (step === "fail" && request !== undefined) {
      done.add(request);
      request.fail();
      model.failed = model.version;
      model.requested = null;
    } else if (step === "wait") {
      await vi.advanceTimersByTimeAsync(60_000);
      for (const each of models) each.failed = null;
    }
    await settle();
    for (const each of models) each.refresh();
    models.forEach((each, at) => {
      expect(underWay(at).map(({ version }) => version)).toEqual(
        each.requested === null ? [] : [each.requested],
      );
      if (each.observers.length === 0 && each.answered === null) return;
      const { data, isAnswered } = cache.entry(at).state.peek();
      expect([isAnswered, data]).toEqual(
        each.answered === null ? [false, null] : [true, `${at} at ${each.answered}`],
      );
    });
  }
}

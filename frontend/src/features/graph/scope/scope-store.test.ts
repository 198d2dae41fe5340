import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_COSTS } from "../testing/make-graph";
import type { Scope } from "./model";
import { inBatches } from "./request-batches";
import { BASELINE, ScopeStore } from "./scope-store";

function scope(name: string): Scope {
  const content = { costs: NO_COSTS, nodes: [], edges: [], bridges: [], first_view: [] };
  return { name, hash: name, total: 0, offset: 0, next: null, ...content };
}

const OWNER = {};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("the store of scopes", () => {
  it("requests each scope of each graph once", async () => {
    const requested: string[] = [];
    const store = new ScopeStore(async (graph, names) => {
      requested.push(`${graph} ${names}`);
      return names.map(scope);
    });
    store.request("g", ["a"], BASELINE, OWNER);
    store.request("g", ["a"], BASELINE, OWNER);
    expect(store.findEntry("g", "a", BASELINE)?.state).toBe("loading");
    await settled();
    store.request("g", ["a"], BASELINE, OWNER);
    store.request("h", ["a"], BASELINE, OWNER);
    await settled();
    expect(requested).toEqual(["g a", "h a"]);
    expect(store.findScope("g", "a", BASELINE)).toEqual(scope("a"));
  });

  it("takes what is sent with the requested scopes, where its query is the same", async () => {
    const requested: string[] = [];
    const store = new ScopeStore(async (_, names) => {
      requested.push(names.join());
      return [scope(""), scope("net"), scope("other")];
    });
    const queryOf = (names: readonly string[]) =>
      names.includes("other") ? { choice: ["exclude:name:other/a"] } : {};
    await store.request("g", [""], queryOf, OWNER);
    expect(store.findScope("g", "net", queryOf)).toEqual(scope("net"));
    expect(store.findEntry("g", "other", queryOf)).toBeUndefined();
    await store.request("g", ["", "net"], queryOf, OWNER);
    expect(requested).toEqual([""]);
  });

  it("retries a failed request, and reports every change", async () => {
    let failures = 1;
    const store = new ScopeStore(async (_, names) => {
      if (failures-- > 0) throw new Error("no answer");
      return names.map(scope);
    });
    store.request("g", [""], BASELINE, OWNER);
    await settled();
    const entry = store.findEntry("g", "", BASELINE);
    expect(entry?.state === "failed" && entry.error.message).toBe("no answer");
    const before = store.revisionOf("g").value;
    store.request("g", [""], BASELINE, OWNER);
    await settled();
    expect(store.findScope("g", "", BASELINE)).toEqual(scope(""));
    expect(store.revisionOf("g").value).toBeGreaterThan(before);
  });

  it("drops aborted requests, and sends them again on demand", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const store = new ScopeStore(async (_graph, names, _query, signal) => {
      signals.push(signal);
      await settled();
      if (signal?.aborted) throw new Error("aborted");
      return names.map(scope);
    });
    const first = store.request("g", [""], BASELINE, OWNER);
    store.abort(OWNER);
    await first;
    expect([signals[0]?.aborted, store.findEntry("g", "", BASELINE)]).toEqual([true, undefined]);
    await store.request("g", [""], BASELINE, OWNER);
    expect([signals[1]?.aborted, store.findScope("g", "", BASELINE)]).toEqual([false, scope("")]);
  });

  it("forgets a failure that was not shown, and nothing else", async () => {
    const store = new ScopeStore(async (_, names) => {
      if (names.includes("b")) throw new Error("no answer");
      return names.map(scope);
    });
    await Promise.all([
      store.request("g", ["a"], BASELINE, OWNER),
      store.request("g", ["b"], BASELINE, OWNER),
    ]);
    for (const name of ["a", "b"]) store.forgetFailure("g", name, BASELINE);
    expect(store.findEntry("g", "a", BASELINE)?.state).toBe("ready");
    expect(store.findEntry("g", "b", BASELINE)).toBeUndefined();
  });

  it("keeps names apart that JavaScript objects know", async () => {
    const store = new ScopeStore(async (_, names) => names.map(scope));
    expect(store.findEntry("g", "__proto__", BASELINE)).toBeUndefined();
    store.request("g", ["constructor"], BASELINE, OWNER);
    await settled();
    expect(store.findScope("g", "constructor", BASELINE)?.name).toBe("constructor");
  });

  it("notifies those who show a graph of its own scopes only", async () => {
    const store = new ScopeStore(async (_, names) => names.map(scope));
    const seen: number[] = [];
    const stop = store.revisionOf("g").subscribe((revision) => seen.push(revision));
    seen.length = 0;
    store.request("h", ["a"], BASELINE, OWNER);
    await settled();
    expect(seen).toEqual([]);
    store.request("g", ["a"], BASELINE, OWNER);
    await settled();
    expect(seen.length).toBeGreaterThan(0);
    stop();
  });

  it("gives scopes that are to be opened together without a word to what is drawn", async () => {
    const requested: string[] = [];
    const store = new ScopeStore(async (_, names) => {
      requested.push(names.join(" "));
      return names.map(scope);
    });
    store.request("g", ["a"], BASELINE, OWNER);
    await settled();
    const before = store.revisionOf("g").value;
    expect(await store.load("g", ["c", "a", "b"], BASELINE)).toEqual(["c", "a", "b"].map(scope));
    expect(requested).toEqual(["a", "c b"]);
    expect(store.revisionOf("g").value).toBe(before);
    expect(store.findScope("g", "b", BASELINE)).toEqual(scope("b"));
  });

  it("fails when one of them cannot be had", async () => {
    const store = new ScopeStore(() => Promise.reject(new Error("no answer")));
    await expect(store.load("g", ["a"], BASELINE)).rejects.toThrow("no answer");
    expect(store.findEntry("g", "a", BASELINE)).toBeUndefined();
  });

  it("joins many scopes into few requests, and reports their answers together", async () => {
    const answers: (() => void)[] = [];
    const names = Array.from({ length: 400 }, (_, i) => `${"tower/".repeat(10)}s${i}`);
    const store = new ScopeStore((_, requested) => {
      return new Promise((resolve) => answers.push(() => resolve(requested.map(scope))));
    });
    store.request("g", names, BASELINE, OWNER);
    expect(answers.length).toBeLessThan(10);
    await settled();
    const before = store.revisionOf("g").value;
    for (const answer of answers.slice(1)) answer();
    await settled();
    expect(store.findEntry("g", names[399], BASELINE)?.state).toBe("ready");
    expect(store.findEntry("g", names[0], BASELINE)?.state).toBe("loading");
    expect(store.revisionOf("g").value).toBe(before);
    answers[0]();
    await settled();
    expect(store.findEntry("g", names[0], BASELINE)?.state).toBe("ready");
    expect(store.revisionOf("g").value).toBe(before + 1);
  });

  it("tells of a scope that the graph does not have, and has the others", async () => {
    const store = new ScopeStore(async () => [scope("a")]);
    store.request("g", ["a", "gone"], BASELINE, OWNER);
    await settled();
    expect(store.findEntry("g", "a", BASELINE)?.state).toBe("ready");
    const entry = store.findEntry("g", "gone", BASELINE);
    expect(entry?.state === "failed" && entry.error.message).toContain("“gone”");
    await expect(store.load("g", ["a", "lost"], BASELINE)).rejects.toThrow("“lost”");
  });

  it("keeps the answers to different queries apart", async () => {
    const store = new ScopeStore(async (_, names, query) =>
      names.map((name) => ({ ...scope(name), hash: `${query.group}` })),
    );
    const grouped = () => ({ group: ["x"] });
    store.request("g", ["a"], grouped, OWNER);
    store.request("g", ["a"], BASELINE, OWNER);
    await settled();
    expect(store.findScope("g", "a", grouped)?.hash).toBe("x");
    expect(store.findScope("g", "a", BASELINE)?.hash).toBe("undefined");
  });

  it("goes on with what another owner waits for", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const store = new ScopeStore(async (_graph, names, _query, signal) => {
      signals.push(signal);
      await settled();
      if (signal?.aborted) throw new Error("aborted");
      return names.map(scope);
    });
    const other = {};
    const shared = store.request("g", ["a"], BASELINE, OWNER);
    store.request("g", ["a"], BASELINE, other);
    const own = store.request("g", ["b"], BASELINE, OWNER);
    store.abort(OWNER);
    await Promise.all([shared, own]);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, true]);
    expect(store.findScope("g", "a", BASELINE)).toEqual(scope("a"));
    expect(store.findEntry("g", "b", BASELINE)).toBeUndefined();
  });
});

describe("batches", () => {
  it("hold every name once, in order, and none is longer than an address may be", () => {
    const name = fc.string({ unit: "grapheme", maxLength: 2000 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 60 }), (names) => {
        const batches = inBatches(names);
        expect(batches.flat()).toEqual(names);
        for (const batch of batches) {
          const length = batch.map(encodeURIComponent).join("&name=").length;
          expect(batch.length === 1 || length <= 5000).toBe(true);
        }
      }),
    );
    expect(inBatches(Array.from({ length: 1100 }, () => "a")).map((b) => b.length)).toEqual([
      500, 500, 100,
    ]);
  });
});

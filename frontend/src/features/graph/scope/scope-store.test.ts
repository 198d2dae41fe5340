import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_COSTS } from "../testing/make-graph";
import type { Scope } from "./model";
import { inBatches } from "./request-batches";
import { ScopeStore, USUAL } from "./scope-store";

function scope(name: string): Scope {
  const content = { costs: NO_COSTS, nodes: [], edges: [], bridges: [] };
  return { name, hash: name, total: 0, offset: 0, next: null, ...content };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("the store of scopes", () => {
  it("asks for each scope of each graph once", async () => {
    const asked: string[] = [];
    const store = new ScopeStore(async (graph, names) => {
      asked.push(`${graph} ${names}`);
      return names.map(scope);
    });
    store.request("g", ["a"]);
    store.request("g", ["a"]);
    expect(store.findEntry("g", "a")?.state).toBe("loading");
    await settled();
    store.request("g", ["a"]);
    store.request("h", ["a"]);
    await settled();
    expect(asked).toEqual(["g a", "h a"]);
    expect(store.findScope("g", "a")).toEqual(scope("a"));
  });

  it("asks again for one that failed, and tells of every change", async () => {
    let failures = 1;
    const store = new ScopeStore(async (_, names) => {
      if (failures-- > 0) throw new Error("no answer");
      return names.map(scope);
    });
    store.request("g", [""]);
    await settled();
    const entry = store.findEntry("g", "");
    expect(entry?.state === "failed" && entry.error.message).toBe("no answer");
    const before = store.revisionOf("g").value;
    store.request("g", [""]);
    await settled();
    expect(store.findScope("g", "")).toEqual(scope(""));
    expect(store.revisionOf("g").value).toBeGreaterThan(before);
  });

  it("forgets what was given up, and asks anew when it is wanted", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const store = new ScopeStore(async (_graph, names, _query, signal) => {
      signals.push(signal);
      await settled();
      if (signal?.aborted) throw new Error("aborted");
      return names.map(scope);
    });
    const first = store.request("g", [""]);
    store.giveUp();
    await first;
    expect([signals[0]?.aborted, store.findEntry("g", "")]).toEqual([true, undefined]);
    await store.request("g", [""]);
    expect([signals[1]?.aborted, store.findScope("g", "")]).toEqual([false, scope("")]);
  });

  it("forgets a failure that nobody has seen, and nothing else", async () => {
    const store = new ScopeStore(async (_, names) => {
      if (names.includes("b")) throw new Error("no answer");
      return names.map(scope);
    });
    await Promise.all([store.request("g", ["a"]), store.request("g", ["b"])]);
    for (const name of ["a", "b"]) store.forgetFailure("g", name);
    expect(store.findEntry("g", "a")?.state).toBe("ready");
    expect(store.findEntry("g", "b")).toBeUndefined();
  });

  it("gives the answer to the question before until the new one is there", async () => {
    let degree = "4";
    const store = new ScopeStore(
      async (_, names, query) => {
        return names.map((name) => ({ ...scope(name), hash: String(query.min_degree) }));
      },
      () => ({ min_degree: degree }),
    );
    store.request("g", ["a"]);
    await settled();
    degree = "9";
    expect(store.findEntry("g", "a")).toBeUndefined();
    expect(store.findScope("g", "a")?.hash).toBe("4");
    store.request("g", ["a"]);
    await settled();
    expect(store.findScope("g", "a")?.hash).toBe("9");
    degree = "4";
    expect(store.findScope("g", "a")?.hash).toBe("4");
  });

  it("keeps names apart that JavaScript objects know", async () => {
    const store = new ScopeStore(async (_, names) => names.map(scope));
    expect(store.findEntry("g", "__proto__")).toBeUndefined();
    store.request("g", ["constructor"]);
    await settled();
    expect(store.findScope("g", "constructor")?.name).toBe("constructor");
  });

  it("notifies those who show a graph of its own scopes only", async () => {
    const store = new ScopeStore(async (_, names) => names.map(scope));
    const seen: number[] = [];
    const stop = store.revisionOf("g").subscribe((revision) => seen.push(revision));
    seen.length = 0;
    store.request("h", ["a"]);
    await settled();
    expect(seen).toEqual([]);
    store.request("g", ["a"]);
    await settled();
    expect(seen.length).toBeGreaterThan(0);
    stop();
  });

  it("gives scopes that are to be opened together without a word to what is drawn", async () => {
    const asked: string[] = [];
    const store = new ScopeStore(async (_, names) => {
      asked.push(names.join(" "));
      return names.map(scope);
    });
    store.request("g", ["a"]);
    await settled();
    const before = store.revisionOf("g").value;
    expect(await store.load("g", ["c", "a", "b"])).toEqual(["c", "a", "b"].map(scope));
    expect(asked).toEqual(["a", "c b"]);
    expect(store.revisionOf("g").value).toBe(before);
    expect(store.findScope("g", "b")).toEqual(scope("b"));
  });

  it("fails when one of them cannot be had", async () => {
    const store = new ScopeStore(() => Promise.reject(new Error("no answer")));
    await expect(store.load("g", ["a"])).rejects.toThrow("no answer");
    expect(store.findEntry("g", "a")).toBeUndefined();
  });

  it("asks for many in few requests, and tells of their answers together", async () => {
    const answers: (() => void)[] = [];
    const names = Array.from({ length: 400 }, (_, i) => `${"tower/".repeat(10)}s${i}`);
    const store = new ScopeStore((_, asked) => {
      return new Promise((resolve) => answers.push(() => resolve(asked.map(scope))));
    });
    store.request("g", names);
    expect(answers.length).toBeLessThan(10);
    await settled();
    const before = store.revisionOf("g").value;
    for (const answer of answers.slice(1)) answer();
    await settled();
    expect(store.findEntry("g", names[399])?.state).toBe("ready");
    expect(store.findEntry("g", names[0])?.state).toBe("loading");
    expect(store.revisionOf("g").value).toBe(before);
    answers[0]();
    await settled();
    expect(store.findEntry("g", names[0])?.state).toBe("ready");
    expect(store.revisionOf("g").value).toBe(before + 1);
  });

  it("tells of a scope that the graph does not have, and has the others", async () => {
    const store = new ScopeStore(async () => [scope("a")]);
    store.request("g", ["a", "gone"]);
    await settled();
    expect(store.findEntry("g", "a")?.state).toBe("ready");
    const entry = store.findEntry("g", "gone");
    expect(entry?.state === "failed" && entry.error.message).toContain("“gone”");
    await expect(store.load("g", ["a", "lost"])).rejects.toThrow("“lost”");
  });

  it("has a scope as it is for somebody who decided nothing beside the one that was asked", async () => {
    const store = new ScopeStore(
      async (_, names, query) => names.map((name) => ({ ...scope(name), hash: `${query.group}` })),
      () => ({ group: ["x"] }),
    );
    store.request("g", ["a"]);
    store.request("g", ["a"], USUAL);
    await settled();
    expect(store.findScope("g", "a")?.hash).toBe("x");
    expect(store.findUsual("g", "a")?.hash).toBe("undefined");
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

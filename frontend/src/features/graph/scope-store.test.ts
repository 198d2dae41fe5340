import { describe, expect, it } from "vitest";
import type { Scope } from "./model";
import { ScopeStore } from "./scope-store";

function scope(name: string): Scope {
  return { name, hash: name, total: 0, offset: 0, next: null, nodes: [], edges: [], bridges: [] };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("the store of scopes", () => {
  it("asks for each scope of each graph once", async () => {
    const asked: string[] = [];
    const store = new ScopeStore(async (graph, name) => {
      asked.push(`${graph} ${name}`);
      return scope(name);
    });
    store.request("g", "a");
    store.request("g", "a");
    expect(store.findEntry("g", "a")?.state).toBe("loading");
    await settled();
    store.request("g", "a");
    store.request("h", "a");
    await settled();
    expect(asked).toEqual(["g a", "h a"]);
    expect(store.findScope("g", "a")).toEqual(scope("a"));
  });

  it("asks again for one that failed, and tells of every change", async () => {
    let failures = 1;
    const store = new ScopeStore(async (_, name) => {
      if (failures-- > 0) throw new Error("no answer");
      return scope(name);
    });
    store.request("g", "");
    await settled();
    const entry = store.findEntry("g", "");
    expect(entry?.state === "failed" && entry.error.message).toBe("no answer");
    const before = store.changes.value;
    store.request("g", "");
    await settled();
    expect(store.findScope("g", "")).toEqual(scope(""));
    expect(store.changes.value).toBeGreaterThan(before);
  });

  it("gives the answer to the question before until the new one is there", async () => {
    let degree = "4";
    const store = new ScopeStore(
      async (_, name, query) => ({ ...scope(name), hash: String(query.min_degree) }),
      () => ({ min_degree: degree }),
    );
    store.request("g", "a");
    await settled();
    degree = "9";
    expect(store.findEntry("g", "a")).toBeUndefined();
    expect(store.findScope("g", "a")?.hash).toBe("4");
    store.request("g", "a");
    await settled();
    expect(store.findScope("g", "a")?.hash).toBe("9");
    degree = "4";
    expect(store.findScope("g", "a")?.hash).toBe("4");
  });

  it("keeps names apart that JavaScript objects know", async () => {
    const store = new ScopeStore(async (_, name) => scope(name));
    expect(store.findEntry("g", "__proto__")).toBeUndefined();
    store.request("g", "constructor");
    await settled();
    expect(store.findScope("g", "constructor")?.name).toBe("constructor");
  });

  it("gives scopes that are to be opened together without a word to what is drawn", async () => {
    const asked: string[] = [];
    const store = new ScopeStore(async (_, name) => {
      asked.push(name);
      return scope(name);
    });
    store.request("g", "a");
    await settled();
    const before = store.changes.value;
    expect(await store.load("g", ["a", "b"])).toEqual([scope("a"), scope("b")]);
    expect(asked).toEqual(["a", "b"]);
    expect(store.changes.value).toBe(before);
    expect(store.findScope("g", "b")).toEqual(scope("b"));
  });

  it("fails when one of them cannot be had", async () => {
    const store = new ScopeStore(() => Promise.reject(new Error("no answer")));
    await expect(store.load("g", ["a"])).rejects.toThrow("no answer");
    expect(store.findEntry("g", "a")).toBeUndefined();
  });

  it("tells of many answers together, and of the last at once", async () => {
    const answers: (() => void)[] = [];
    const store = new ScopeStore((_, name) => {
      return new Promise((resolve) => answers.push(() => resolve(scope(name))));
    });
    for (let i = 0; i < 50; i++) store.request("g", `s${i}`);
    await settled();
    const before = store.changes.value;
    for (const answer of answers.slice(0, 40)) answer();
    await settled();
    expect(store.findEntry("g", "s39")?.state).toBe("ready");
    expect(store.changes.value).toBe(before);
    for (const answer of answers.slice(40)) answer();
    await settled();
    expect(store.changes.value - before).toBeGreaterThan(0);
    expect(store.changes.value - before).toBeLessThan(10);
  });
});

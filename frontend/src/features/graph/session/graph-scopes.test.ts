import { expect, it } from "vitest";
import { memoryOptions } from "../options/memory-options";
import type { Scope } from "../scope/model";
import { ScopeStore } from "../scope/scope-store";
import { buildScopes } from "../testing/make-graph";
import { GraphScopes } from "./graph-scopes";

/** A store whose answers have the query that they are for as their hash. */
function storeByQuery(): ScopeStore {
  const [scope] = buildScopes(["a"], []).values();
  return new ScopeStore(async (_, names, query) =>
    names.map((name): Scope => ({ ...(scope as Scope), name, hash: JSON.stringify(query) })),
  );
}

it("gives the scope that was shown until the one for a new choice is there", async () => {
  const options = memoryOptions();
  const scopes = new GraphScopes(storeByQuery(), "g 1", options);
  await scopes.request(["a"]);
  const before = scopes.find("a");
  options.extraction.setThreshold("min_degree", "9");
  expect(scopes.findEntry("a")).toBeUndefined();
  expect(scopes.find("a")).toBe(before);
  await scopes.request(["a"]);
  expect(scopes.find("a")?.hash).toBe('{"min_degree":"9"}');
  options.extraction.setThreshold("min_degree", "");
  expect(scopes.find("a")).toBe(before);
});

it("has the scope without any choice beside the one that is shown", async () => {
  const options = memoryOptions();
  const scopes = new GraphScopes(storeByQuery(), "g 1", options);
  await scopes.request(["a"]);
  expect(scopes.findBaseline("a")).toBeUndefined();
  options.extraction.setGrouped("s", false);
  await Promise.all([scopes.request(["a"]), scopes.requestBaseline(["a"])]);
  expect([scopes.find("a")?.hash, scopes.findBaseline("a")?.hash]).toEqual([
    '{"ungroup":["s"]}',
    "{}",
  ]);
});

it("shows each of two viewers of a graph what that one chose", async () => {
  const store = storeByQuery();
  const [one, other] = [memoryOptions(), memoryOptions({ min_degree: "9" })];
  const ofOne = new GraphScopes(store, "g 1", one);
  const ofOther = new GraphScopes(store, "g 1", other);
  await ofOther.request(["a"]);
  expect(ofOther.find("a")?.hash).toBe('{"min_degree":"9"}');
  expect(ofOne.find("a")).toBeUndefined();
  await ofOne.request(["a"]);
  expect([ofOne.find("a")?.hash, ofOther.find("a")?.hash]).toEqual(["{}", '{"min_degree":"9"}']);
});

it("requests the top level and the scopes that a link opens, first", async () => {
  const options = memoryOptions({ open: ["a", "a/b", "c/d"] });
  const scopes = new GraphScopes(storeByQuery(), "g 1", options);
  expect(scopes.firstNames()).toEqual(["", "a", "a/b"]);
  await scopes.requestFirst();
  expect([scopes.findEntry("a/b")?.state, scopes.findEntry("c/d")]).toEqual(["ready", undefined]);
});

it("holds a comparison in the order of its second graph, and draws again when that is there", async () => {
  const requested: string[] = [];
  const [scope] = buildScopes(["a"], []).values();
  const store = new ScopeStore(async (graph, names) => {
    requested.push(graph);
    return names.map((name): Scope => ({ ...(scope as Scope), name, hash: graph }));
  });
  const scopes = new GraphScopes(store, "a~b 1", memoryOptions(), "b 1");
  expect(scopes.hasBaseline).toBe(true);
  await scopes.request([""]);
  const before = scopes.revision.value;
  await scopes.requestBaseline([""]);
  expect(scopes.revision.value).toBeGreaterThan(before);
  expect([scopes.find("")?.hash, scopes.findBaseline("")?.hash]).toEqual(["a~b 1", "b 1"]);
  expect(requested).toEqual(["a~b 1", "b 1"]);
});

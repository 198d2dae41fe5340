import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS } from "../layout/request";
import type { Scene } from "../scene/scene";
import type { Scope } from "../scope/model";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { type LayoutInput, layoutInputOf } from "../visible/layout-input";
import { visibleGraph } from "../visible/visible-graph";
import { SceneCache } from "./scene-cache";

const scene = buildScene(mnistScopes, []);

function layoutInput(opened: readonly string[], hidden: readonly string[] = []): LayoutInput {
  const graph = visibleGraph((name) => mnistScopes.get(name), new Set(opened));
  if (graph === undefined) throw new Error("The test graph has no top level.");
  return layoutInputOf(graph.top, hidden, DEFAULT_OPTIONS);
}

/** A top level of so many ops. */
function flat(count: number): LayoutInput {
  const top = mnistScopes.get("") as Scope;
  const nodes = Array.from({ length: count }, (_, i) => ({ ...top.nodes[0], name: `op${i}` }));
  const whole = { scope: { ...top, nodes, edges: [], bridges: [] }, depth: 0, open: new Map() };
  return layoutInputOf(whole, [], DEFAULT_OPTIONS);
}

describe("cached scenes", () => {
  it("are found by what is open and hidden in them, however it came to be", async () => {
    const cache = new SceneCache();
    cache.put(layoutInput(["layer1"], ["constants"]), Promise.resolve(scene));
    expect(await cache.find(layoutInput(["layer1"], ["constants"]))).toBe(scene);
    expect(cache.find(layoutInput(["layer1"]))).toBeUndefined();
    expect(cache.find(layoutInput(["layer2"], ["constants"]))).toBeUndefined();
  });

  it("make room for others where they were not wanted for longest", () => {
    const cache = new SceneCache();
    const [one, two, three] = [flat(7_000), flat(7_001), flat(7_002)];
    const made = Promise.resolve(scene);
    cache.put(one, made);
    cache.put(two, made);
    expect(cache.find(one)).toBe(made);
    cache.put(three, made);
    expect(cache.find(two)).toBeUndefined();
    expect(cache.find(one)).toBe(made);
    expect(cache.find(three)).toBe(made);
  });

  it("keep one that is too large for others beside it", () => {
    const cache = new SceneCache();
    const large = flat(30_000);
    cache.put(layoutInput([]), Promise.resolve(scene));
    cache.put(large, Promise.resolve(scene));
    expect(cache.find(large)).toBeDefined();
    expect(cache.find(layoutInput([]))).toBeUndefined();
  });

  it("forget what was given up or has failed", async () => {
    const cache = new SceneCache();
    const aborted = Promise.resolve<Scene | undefined>(undefined);
    const failed = Promise.reject<Scene>(new Error("no"));
    cache.put(layoutInput(["layer1"]), aborted);
    cache.put(layoutInput(["layer2"]), failed);
    await Promise.allSettled([aborted, failed]);
    expect(cache.find(layoutInput(["layer1"]))).toBeUndefined();
    expect(cache.find(layoutInput(["layer2"]))).toBeUndefined();
  });
});

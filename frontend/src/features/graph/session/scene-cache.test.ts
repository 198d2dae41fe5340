import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS } from "../layout/request";
import type { Scene } from "../scene/scene";
import type { Scope } from "../scope/model";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { type Drawing, drawingOf } from "../visible/layout-input";
import { visibleGraph } from "../visible/visible-graph";
import { KeptScenes } from "./scene-cache";

const scene = buildScene(mnistScopes, []);

function drawing(opened: readonly string[], hidden: readonly string[] = []): Drawing {
  const graph = visibleGraph((name) => mnistScopes.get(name), new Set(opened));
  if (graph === undefined) throw new Error("The test graph has no top level.");
  return drawingOf(graph.top, hidden, DEFAULT_OPTIONS);
}

/** A top level of so many ops. */
function flat(count: number): Drawing {
  const top = mnistScopes.get("") as Scope;
  const nodes = Array.from({ length: count }, (_, i) => ({ ...top.nodes[0], name: `op${i}` }));
  const whole = { scope: { ...top, nodes, edges: [], bridges: [] }, depth: 0, open: new Map() };
  return drawingOf(whole, [], DEFAULT_OPTIONS);
}

describe("kept scenes", () => {
  it("are found by what is open and hidden in them, however it came to be", async () => {
    const kept = new KeptScenes();
    kept.keep(drawing(["layer1"], ["constants"]), Promise.resolve(scene));
    expect(await kept.find(drawing(["layer1"], ["constants"]))).toBe(scene);
    expect(kept.find(drawing(["layer1"]))).toBeUndefined();
    expect(kept.find(drawing(["layer2"], ["constants"]))).toBeUndefined();
  });

  it("make room for others where they were not wanted for longest", () => {
    const kept = new KeptScenes();
    const [one, two, three] = [flat(7_000), flat(7_001), flat(7_002)];
    const made = Promise.resolve(scene);
    kept.keep(one, made);
    kept.keep(two, made);
    expect(kept.find(one)).toBe(made);
    kept.keep(three, made);
    expect(kept.find(two)).toBeUndefined();
    expect(kept.find(one)).toBe(made);
    expect(kept.find(three)).toBe(made);
  });

  it("keep one that is too large for others beside it", () => {
    const kept = new KeptScenes();
    const large = flat(30_000);
    kept.keep(drawing([]), Promise.resolve(scene));
    kept.keep(large, Promise.resolve(scene));
    expect(kept.find(large)).toBeDefined();
    expect(kept.find(drawing([]))).toBeUndefined();
  });

  it("forget what was given up or has failed", async () => {
    const kept = new KeptScenes();
    const givenUp = Promise.resolve<Scene | undefined>(undefined);
    const failed = Promise.reject<Scene>(new Error("no"));
    kept.keep(drawing(["layer1"]), givenUp);
    kept.keep(drawing(["layer2"]), failed);
    await Promise.allSettled([givenUp, failed]);
    expect(kept.find(drawing(["layer1"]))).toBeUndefined();
    expect(kept.find(drawing(["layer2"]))).toBeUndefined();
  });
});

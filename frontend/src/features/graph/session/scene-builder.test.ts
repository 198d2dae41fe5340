import { afterEach, describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS } from "../layout/request";
import { LayoutService, type LayoutWorker } from "../layout/worker/layout-client";
import { memoryOptions } from "../options/memory-options";
import type { ScopeNode } from "../scope/model";
import { measureLetters } from "../testing/build-scene";
import { mnistNames, mnistScopes } from "../testing/mnist-graph";
import { startPortWorker } from "../testing/port-worker";
import { type Drawing, drawingOf } from "../visible/layout-input";
import { visibleGraph } from "../visible/visible-graph";
import { MAX_DRAWN, type Making, SceneMaker } from "./scene-builder";

const services: LayoutService[] = [];
let started = 0;
afterEach(() => {
  for (const service of services.splice(0)) service.dispose();
});

function startWorker(): LayoutWorker {
  started++;
  return startPortWorker();
}

function newMaker(): SceneMaker {
  const service = new LayoutService(startWorker);
  services.push(service);
  return new SceneMaker(service, measureLetters, memoryOptions());
}

function visible(open: readonly string[]): Drawing {
  const graph = visibleGraph((name) => mnistScopes.get(name), new Set(open));
  if (graph === undefined) throw new Error("The test graph has no top level.");
  return drawingOf(graph.top, [], DEFAULT_OPTIONS);
}

/** A top level of so many ops. */
function flat(count: number): Drawing {
  const { scope, ...top } = visible([]).whole;
  const op = scope.nodes.find(({ kind }) => kind === "op") as ScopeNode;
  const nodes = Array.from({ length: count }, (_, i) => ({ ...op, name: `op${i}` }));
  const whole = { ...top, scope: { ...scope, nodes, edges: [], bridges: [] } };
  return drawingOf(whole, [], DEFAULT_OPTIONS);
}

function settled(maker: SceneMaker): Promise<Making> {
  return new Promise((resolve) => {
    const stop = maker.making.subscribe((now) => {
      if (now.stage === "laying out") return;
      resolve(now);
      queueMicrotask(() => stop());
    });
  });
}

describe("the maker of scenes", () => {
  it("makes a scene of what is visible, and tells how far it is", async () => {
    const maker = newMaker();
    const stages: string[] = [];
    maker.making.subscribe(({ stage }) => stages.push(stage));
    maker.make(visible(mnistNames));
    expect(await settled(maker)).toEqual({ stage: "ready" });
    expect(maker.scene.value?.boxByName.has("layer1/weights")).toBe(true);
    expect(new Set(stages)).toEqual(new Set(["ready", "laying out"]));
  });

  it("makes what is wanted last", async () => {
    const maker = newMaker();
    maker.make(visible(mnistNames));
    maker.make(visible([]));
    await settled(maker);
    expect(maker.scene.value?.boxes.some(({ isOpen }) => isOpen)).toBe(false);
  });

  it("shows what was made ahead, and what was shown before, without making it again", async () => {
    const maker = newMaker();
    maker.make(visible([]));
    await settled(maker);
    const closed = maker.scene.value;
    await maker.makeAhead(visible(mnistNames));
    expect(maker.scene.value).toBe(closed);
    // Whatever is laid out from now on needs another worker.
    for (const service of services) service.dispose();
    const before = started;
    maker.make(visible(mnistNames));
    expect(await settled(maker)).toEqual({ stage: "ready" });
    expect(maker.scene.value?.boxByName.has("layer1/weights")).toBe(true);
    maker.make(visible([]));
    await settled(maker);
    expect(maker.scene.value).toBe(closed);
    expect(started).toBe(before);
  });

  it("keeps the scene when it is stopped, and goes on when asked to", async () => {
    const maker = newMaker();
    maker.make(visible([]));
    await settled(maker);
    const before = maker.scene.value;
    maker.make(visible(mnistNames));
    maker.stop();
    expect(maker.making.value.stage).toBe("ready");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(maker.scene.value).toBe(before);
    maker.makeAnyway();
    await settled(maker);
    expect(maker.scene.value?.boxByName.has("layer1/weights")).toBe(true);
  });

  it("says that it was stopped while there is nothing to keep", async () => {
    const maker = newMaker();
    const top = visible(mnistNames);
    maker.make(top);
    maker.stop();
    expect(maker.making.value.stage).toBe("stopped");
  });

  it("holds back what is too large, with its size, until it is wanted all the same", async () => {
    const maker = newMaker();
    const nodes = MAX_DRAWN + 1;
    maker.make(flat(nodes));
    expect(maker.making.value).toEqual({ stage: "too many", nodes });
    expect(maker.scene.value).toBeNull();
    maker.make(flat(3));
    await settled(maker);
    expect(maker.scene.value?.boxes.length).toBe(3);
  });
});

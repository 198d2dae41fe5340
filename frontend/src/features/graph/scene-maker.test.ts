import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS } from "./layout/request";
import { type Channel, serveLayouts } from "./layout/serve";
import { LayoutService, type LayoutWorker } from "./layout-service";
import type { ScopeNode } from "./model";
import { type Making, MOST_DRAWN, SceneMaker } from "./scene-maker";
import { measureLetters } from "./testdata/build-scene";
import { mnistNames, mnistScopes } from "./testdata/mnist-graph";
import { type VisibleScope, visibleGraph } from "./visible";

const services: LayoutService[] = [];
afterEach(() => {
  for (const service of services.splice(0)) service.dispose();
});

/** The engine behind a message port, which stands for a worker. */
function startWorker(): LayoutWorker {
  const { port1, port2 } = new MessageChannel();
  serveLayouts(port2 as unknown as Channel);
  const ending = { terminate: () => port1.close(), onerror: null };
  return Object.assign(port1, ending) as unknown as LayoutWorker;
}

function newMaker(): SceneMaker {
  const service = new LayoutService(startWorker);
  services.push(service);
  return new SceneMaker(service, measureLetters);
}

function visible(open: readonly string[]): VisibleScope {
  const graph = visibleGraph((name) => mnistScopes.get(name), new Set(open));
  if (graph === undefined) throw new Error("The test graph has no top level.");
  return graph.top;
}

/** A top level of so many ops. */
function flat(count: number): VisibleScope {
  const { scope, ...top } = visible([]);
  const op = scope.nodes.find(({ kind }) => kind === "op") as ScopeNode;
  const nodes = Array.from({ length: count }, (_, i) => ({ ...op, name: `op${i}` }));
  return { ...top, scope: { ...scope, nodes, edges: [], bridges: [] } };
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
    maker.make(visible(mnistNames), DEFAULT_OPTIONS);
    expect(await settled(maker)).toEqual({ stage: "ready" });
    expect(maker.scene.value?.boxByName.has("layer1/weights")).toBe(true);
    expect(new Set(stages)).toEqual(new Set(["ready", "laying out"]));
  });

  it("makes what is wanted last", async () => {
    const maker = newMaker();
    maker.make(visible(mnistNames), DEFAULT_OPTIONS);
    maker.make(visible([]), DEFAULT_OPTIONS);
    await settled(maker);
    expect(maker.scene.value?.boxes.some(({ isOpen }) => isOpen)).toBe(false);
  });

  it("keeps the scene when it is stopped, and goes on when asked to", async () => {
    const maker = newMaker();
    maker.make(visible([]), DEFAULT_OPTIONS);
    await settled(maker);
    const before = maker.scene.value;
    maker.make(visible(mnistNames), DEFAULT_OPTIONS);
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
    maker.make(top, DEFAULT_OPTIONS);
    maker.stop();
    expect(maker.making.value.stage).toBe("stopped");
  });

  it("holds back what is too large, with its size, until it is wanted all the same", async () => {
    const maker = newMaker();
    const nodes = MOST_DRAWN + 1;
    maker.make(flat(nodes), DEFAULT_OPTIONS);
    expect(maker.making.value).toEqual({ stage: "too many", nodes });
    expect(maker.scene.value).toBeNull();
    maker.make(flat(3), DEFAULT_OPTIONS);
    await settled(maker);
    expect(maker.scene.value?.boxes.length).toBe(3);
  });
});

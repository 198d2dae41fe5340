import { afterEach, describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS } from "../layout/request";
import { LayoutClient, type LayoutWorker } from "../layout/worker/layout-client";
import { memoryOptions } from "../options/memory-options";
import type { ScopeNode } from "../scope/model";
import { measureLetters } from "../testing/build-scene";
import { mnistNames, mnistScopes } from "../testing/mnist-graph";
import { startPortWorker } from "../testing/port-worker";
import { type LayoutInput, layoutInputOf } from "../visible/layout-input";
import { visibleGraph } from "../visible/visible-graph";
import { type LayoutStatus, MAX_DRAWN, SceneBuilder } from "./scene-builder";

const services: LayoutClient[] = [];
let started = 0;
afterEach(() => {
  for (const service of services.splice(0)) service.dispose();
});

function startWorker(): LayoutWorker {
  started++;
  return startPortWorker();
}

function newMaker(): SceneBuilder {
  const service = new LayoutClient(startWorker);
  services.push(service);
  return new SceneBuilder(service, measureLetters, memoryOptions());
}

function visible(open: readonly string[]): LayoutInput {
  const graph = visibleGraph((name) => mnistScopes.get(name), new Set(open));
  if (graph === undefined) throw new Error("The test graph has no top level.");
  return layoutInputOf(graph.top, [], DEFAULT_OPTIONS);
}

/** A top level of so many ops. */
function flat(count: number): LayoutInput {
  const { scope, ...top } = visible([]).whole;
  const op = scope.nodes.find(({ kind }) => kind === "op") as ScopeNode;
  const nodes = Array.from({ length: count }, (_, i) => ({ ...op, name: `op${i}` }));
  const whole = { ...top, scope: { ...scope, nodes, edges: [], bridges: [] } };
  return layoutInputOf(whole, [], DEFAULT_OPTIONS);
}

function finished(maker: SceneBuilder): Promise<LayoutStatus> {
  return new Promise((resolve) => {
    const stop = maker.status.subscribe((now) => {
      if (now.phase === "laying out") return;
      resolve(now);
      queueMicrotask(() => stop());
    });
  });
}

describe("the scene builder", () => {
  it("builds a scene of the visible graph, and reports its progress", async () => {
    const maker = newMaker();
    const phases: string[] = [];
    maker.status.subscribe(({ phase }) => phases.push(phase));
    maker.build(visible(mnistNames));
    expect(await finished(maker)).toEqual({ phase: "ready" });
    expect(maker.scene.value?.boxByName.has("layer1/weights")).toBe(true);
    expect(new Set(phases)).toEqual(new Set(["ready", "laying out"]));
  });

  it("makes what is wanted last", async () => {
    const maker = newMaker();
    maker.build(visible(mnistNames));
    maker.build(visible([]));
    await finished(maker);
    expect(maker.scene.value?.boxes.some(({ isOpen }) => isOpen)).toBe(false);
  });

  it("shows prefetched and earlier scenes without building them again", async () => {
    const maker = newMaker();
    maker.build(visible([]));
    await finished(maker);
    const closed = maker.scene.value;
    await maker.prefetch(visible(mnistNames));
    expect(maker.scene.value).toBe(closed);
    // Whatever is laid out from now on needs another worker.
    for (const service of services) service.dispose();
    const before = started;
    maker.build(visible(mnistNames));
    expect(await finished(maker)).toEqual({ phase: "ready" });
    expect(maker.scene.value?.boxByName.has("layer1/weights")).toBe(true);
    maker.build(visible([]));
    await finished(maker);
    expect(maker.scene.value).toBe(closed);
    expect(started).toBe(before);
  });

  it("retains the scene when it is cancelled, and resumes on demand", async () => {
    const maker = newMaker();
    maker.build(visible([]));
    await finished(maker);
    const before = maker.scene.value;
    maker.build(visible(mnistNames));
    maker.stop();
    expect(maker.status.value.phase).toBe("ready");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(maker.scene.value).toBe(before);
    maker.forceLayout();
    await finished(maker);
    expect(maker.scene.value?.boxByName.has("layer1/weights")).toBe(true);
  });

  it("says that it was stopped while there is nothing to keep", async () => {
    const maker = newMaker();
    const top = visible(mnistNames);
    maker.build(top);
    maker.stop();
    expect(maker.status.value.phase).toBe("stopped");
  });

  it("holds back too large a layout, with its size, until it is forced", async () => {
    const maker = newMaker();
    const nodes = MAX_DRAWN + 1;
    maker.build(flat(nodes));
    expect(maker.status.value).toEqual({ phase: "too many", nodes });
    expect(maker.scene.value).toBeNull();
    maker.build(flat(3));
    await finished(maker);
    expect(maker.scene.value?.boxes.length).toBe(3);
  });
});

import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import type { LayoutRequest } from "./layout/request";
import { type Channel, serveLayouts } from "./layout/serve";
import { LayoutService, type LayoutWorker } from "./layout-service";
import { layoutSubject } from "./layout-subject";
import { measureLetters } from "./testdata/build-scene";
import { mnistScopes } from "./testdata/mnist-graph";
import { visibleGraph } from "./visible";

function requestFor(opened: readonly string[]): LayoutRequest {
  const visible = visibleGraph((name) => mnistScopes.get(name), new Set(opened));
  if (visible === undefined) throw new Error("no top level");
  return layoutSubject(visible.top, measureLetters).request;
}

describe("the layout service", () => {
  const started: LayoutWorker[] = [];
  afterEach(() => {
    for (const worker of started.splice(0)) worker.terminate();
  });

  /** The engine behind a message port, which stands for a worker. */
  function start(): LayoutWorker {
    const { port1, port2 } = new MessageChannel();
    serveLayouts(port2 as unknown as Channel);
    const ending = { terminate: () => port1.close(), onerror: null };
    const worker = Object.assign(port1, ending) as unknown as LayoutWorker;
    started.push(worker);
    return worker;
  }

  const connect = (): LayoutService => new LayoutService(start);

  it("answers with one result per open scope", async () => {
    const result = await connect().layOut(requestFor(["layer1"]));
    expect(result?.scopes.length).toBe(2);
    expect(result?.width).toBeGreaterThan(0);
  });

  it("hands the arrays of a request over", async () => {
    const request = requestFor([]);
    await connect().layOut(request);
    expect(request.scopes[0].boxWidth.length).toBe(0);
  });

  it("drops the answers to requests that were overtaken", async () => {
    const service = connect();
    const answers = await Promise.all(
      [[], ["layer1"], ["layer1", "layer2"]].map((opened) => service.layOut(requestFor(opened))),
    );
    expect(answers.map((answer) => answer?.scopes.length)).toEqual([undefined, undefined, 3]);
  });

  it("tells what failed", async () => {
    const broken = { scopes: [] };
    await expect(connect().layOut(broken)).rejects.toThrow();
  });

  it("tells that a worker does not start, and starts another for the next request", async () => {
    const service = connect();
    const lost = service.layOut(requestFor([]));
    started[0].onerror?.({ message: "" } as ErrorEvent);
    await expect(lost).rejects.toThrow("could not be loaded");
    expect((await service.layOut(requestFor([])))?.scopes.length).toBe(1);
    expect(started.length).toBe(2);
  });
});

import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type LayoutFixture, layoutFixtures } from "../../testing/layout-fixtures";
import { makeRequest } from "../../testing/make-request";
import { emptyCache } from "../../testing/whole-engine";
import { layOutInSteps, layOutScopes } from "../compound/layout-scopes";
import type { LayoutRequest, ScopeRequest } from "../request";
import { LayoutClient, type LayoutWorker } from "./layout-client";
import { type Channel, serveLayouts } from "./layout-server";

/** A request with so many scopes. */
function requestFor(scopes: number): LayoutRequest {
  const { scopes: all } = makeRequest({ seed: 5, children: 30, density: 1.3, open: 60 });
  if (all.length < scopes) throw new Error("the made-up graph has too few scopes");
  const openScope = (scope: ScopeRequest): Int32Array =>
    scope.openScope.map((inside) => (inside < scopes ? inside : -1));
  const selected = all.slice(0, scopes).map((scope) => ({ ...scope, openScope: openScope(scope) }));
  return { scopes: selected.map(closePorts) };
}

/** Edges go on only inside scopes that are there. */
function closePorts(scope: ScopeRequest): ScopeRequest {
  const selected = (port: number, end: number): number =>
    (scope.openScope[end] ?? -1) < 0 ? -1 : port;
  return {
    ...scope,
    sourcePort: scope.sourcePort.map((port, e) => selected(port, scope.source[e])),
    targetPort: scope.targetPort.map((port, e) => selected(port, scope.target[e])),
  };
}

function hubWithSpokes(): LayoutFixture {
  const found = layoutFixtures.find(({ name }) => name === "a hub with 300 spokes");
  if (found === undefined) throw new Error("There is no such fixture.");
  return found;
}

describe("the layout service", () => {
  const started: LayoutWorker[] = [];
  afterEach(() => {
    for (const worker of started.splice(0)) worker.terminate();
    vi.restoreAllMocks();
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

  const connect = (): LayoutClient => new LayoutClient(start);

  it("answers with one result per open scope", async () => {
    const result = await connect().layOut(requestFor(2));
    expect(result?.scopes.length).toBe(2);
    expect(result?.width).toBeGreaterThan(0);
  });

  it("hands the arrays of a request over", async () => {
    const request = requestFor(1);
    await connect().layOut(request);
    expect(request.scopes[0].boxWidth.length).toBe(0);
  });

  it("drops the answers to requests that were overtaken", async () => {
    const service = connect();
    const answers = await Promise.all(
      [1, 2, 3].map((scopes) => service.layOut(requestFor(scopes))),
    );
    expect(answers.map((answer) => answer?.scopes.length)).toEqual([undefined, undefined, 3]);
  });

  it("gives up what is cancelled, and goes on with what is laid out ahead", async () => {
    const service = connect();
    const ahead = service.layOut(requestFor(2), { priority: "ahead" });
    const now = service.layOut(requestFor(3));
    service.cancel();
    expect(await now).toBeUndefined();
    expect((await ahead)?.scopes.length).toBe(2);
  });

  it("lays out ahead what is likely by now alone", async () => {
    const service = connect();
    const before = service.layOut(requestFor(2), { priority: "ahead" });
    const after = service.layOut(requestFor(3), { priority: "ahead" });
    expect(await before).toBeUndefined();
    expect((await after)?.scopes.length).toBe(3);
  });

  it("pauses often within one large scope, so that cancelling it is heeded", () => {
    const { scopes } = makeRequest({ seed: 8, children: 900, density: 1.5, open: 0 });
    const steps = layOutInSteps({ scopes }, emptyCache());
    const paused = { ordering: 0, placing: 0 };
    for (let step = steps.next(); !step.done; step = steps.next()) paused[step.value.phase]++;
    expect(scopes.length).toBe(1);
    expect(paused.ordering).toBeGreaterThan(10);
    expect(paused.placing).toBeGreaterThan(4);
  });

  it("answers what a viewer waits for before what is laid out ahead", async () => {
    const service = connect();
    const answered: string[] = [];
    const note = (name: string) => () => answered.push(name);
    const ahead = service.layOut(requestFor(40), { priority: "ahead" }).then(note("ahead"));
    await Promise.all([ahead, service.layOut(requestFor(2)).then(note("now"))]);
    expect(answered).toEqual(["now", "ahead"]);
  });

  it("tells how far it is while it takes its time", async () => {
    const { scopes } = makeRequest({ seed: 8, children: 150, density: 1.5, open: 40 });
    const done: number[] = [];
    await connect().layOut({ scopes }, { onProgress: (progress) => done.push(progress.done) });
    expect(done.length).toBeGreaterThan(0);
    expect(Math.max(...done)).toBeLessThanOrEqual(scopes.length);
  });

  it("loads what a very wide rank needs, and answers as it does later", async () => {
    const { request } = hubWithSpokes();
    const first = await connect().layOut(structuredClone(request));
    expect(first).toEqual(layOutScopes(structuredClone(request), emptyCache()));
  });

  it("answers what began before these passes were there", async () => {
    // Every slice is one step, so that the first request is under way when the second one comes.
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 1000));
    const { request } = hubWithSpokes();
    const service = connect();
    const onProgress = vi.fn();
    const ahead = service.layOut(structuredClone(request), { priority: "ahead", onProgress });
    await expect.poll(() => onProgress).toHaveBeenCalled();
    // The passes are loaded with its answer.
    await service.layOut(requestFor(1));
    expect(await ahead).toEqual(layOutScopes(structuredClone(request), emptyCache()));
  });

  it("tells what failed", async () => {
    const broken = { scopes: [] };
    await expect(connect().layOut(broken)).rejects.toThrow();
  });

  it("tells that a worker does not start, and starts another for the next request", async () => {
    const service = connect();
    const lost = service.layOut(requestFor(1));
    started[0].onerror?.({ message: "" } as ErrorEvent);
    await expect(lost).rejects.toThrow("could not be loaded");
    expect((await service.layOut(requestFor(1)))?.scopes.length).toBe(1);
    expect(started.length).toBe(2);
  });
});

/** Two graphs on one page: neither session disturbs the other. */
import { effect } from "@preact/signals";
import { afterEach, describe, expect, it } from "vitest";
import { canUndo, forgetSteps } from "../../../state/address/undo";
import { addressOptions } from "../options/address-options";
import type { GraphOptions } from "../options/graph-options";
import { memoryOptions } from "../options/memory-options";
import { buildScopes } from "../testing/make-graph";
import { testServices } from "../testing/session-services";
import { until } from "../testing/settled";
import { GraphSession } from "./graph-session";

const GRAPHS = {
  one: buildScopes(["encoder/a", "encoder/b", "loss"], [["encoder/a", "encoder/b", "data"]]),
  other: buildScopes(["encoder/x", "decoder/y", "loss"], [["encoder/x", "decoder/y", "data"]]),
};

const sessions: GraphSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.dispose();
});

function openSession(
  id: keyof typeof GRAPHS,
  services = testServices(GRAPHS),
  options: GraphOptions = memoryOptions(),
): GraphSession {
  const session = new GraphSession({ id, fingerprint: id }, options, services);
  sessions.push(session);
  return session;
}

function openTwo(): [one: GraphSession, other: GraphSession] {
  const services = testServices(GRAPHS);
  return [openSession("one", services), openSession("other", services)];
}

/** All names in the scene, those inside open scopes too. */
function drawn({ scene }: GraphSession): string[] {
  return [...(scene.value?.boxByName.keys() ?? [])].sort();
}

const isReady = (session: GraphSession) => session.status.value.phase === "ready";
const isOpen = (session: GraphSession, name: string) =>
  isReady(session) && session.scene.value?.boxByName.get(name)?.isOpen === true;

describe("two sessions on one page", () => {
  it("each draw their own graph, and open their own scopes", async () => {
    const [one, other] = openTwo();
    await until(() => drawn(one).length > 0 && drawn(other).length > 0);
    expect([drawn(one), drawn(other)]).toEqual([
      ["encoder", "loss"],
      ["decoder", "encoder", "loss"],
    ]);
    const before = other.scene.value;
    one.toggleInPlace("encoder");
    await until(() => isOpen(one, "encoder"));
    expect(drawn(one)).toEqual(["encoder", "encoder/a", "encoder/b", "loss"]);
    expect([one.anchor, other.anchor]).toEqual(["encoder", undefined]);
    expect(other.scene.value).toBe(before);
  });

  it("share no selection, search, camera, mark, hover, menu or panel", () => {
    const [one, other] = openTwo();
    const { options } = one;
    options.select("encoder");
    options.search.find("op:Add");
    options.camera.set("one", { camera: { x: 1, y: 2, scale: 3 }, size: undefined });
    options.marks.setPaint("loss", "#d64545");
    options.trace.start("loss", "upstream");
    options.colour.setBy("op_type");
    options.layout.set("direction", "top-down");
    options.panels.isExtractionOpen.value = true;
    one.hover.point("loss");
    one.menu.value = { name: "loss", x: 0, y: 0 };
    one.noteRequest.value = "loss";
    const untouched = memoryOptions();
    expect(other.options.query()).toBe(untouched.query());
    expect(one.options.query()).not.toBe(untouched.query());
    expect(other.options.camera.find("one")).toBeUndefined();
    expect(other.options.search.isOpen.value).toBe(false);
    expect(other.options.panels.isExtractionOpen.value).toBe(false);
    const state = ({ hover, menu, noteRequest }: GraphSession) => [
      hover.node.value,
      menu.value,
      noteRequest.value,
    ];
    expect(state(other)).toEqual(["", null, ""]);
  });

  it("undo their own choices", async () => {
    const [one, other] = openTwo();
    one.expansion.open(["encoder"]);
    other.expansion.open(["decoder"]);
    one.options.hiddenKinds.set("control", true);
    expect(one.options.history.undo()).toBe(true);
    expect(one.options.history.undo()).toBe(true);
    expect(one.options.history.undo()).toBe(false);
    expect(one.options.choices()).toEqual({});
    expect(other.options.choices()).toEqual({ open: ["decoder"] });
    expect(one.options.history.redo()).toBe(true);
    expect(one.options.choices()).toEqual({ open: ["encoder"] });
    expect(other.options.history.canRedo.value).toBe(false);
  });

  it("leave the address and the page's undo to the session of the tab", async () => {
    forgetSteps();
    const services = testServices(GRAPHS);
    const tab = openSession("one", services, addressOptions());
    const pane = openSession("other", services);
    pane.expansion.open(["decoder"]);
    await Promise.resolve();
    expect([tab.options.choices(), canUndo.value]).toEqual([{}, false]);
    tab.expansion.open(["encoder"]);
    await Promise.resolve();
    expect(canUndo.value).toBe(true);
    expect(tab.options.history.undo()).toBe(true);
    expect(pane.options.choices()).toEqual({ open: ["decoder"] });
  });

  it("compute nothing for answers about the other graph", async () => {
    const [one, other] = openTwo();
    await until(() => drawn(one).length > 0 && drawn(other).length > 0);
    let runs = 0;
    const stop = effect(() => {
      other.visible.value;
      other.status.value;
      other.arrivals.value;
      runs++;
    });
    one.toggleInPlace("encoder");
    await until(() => isOpen(one, "encoder"));
    expect(runs).toBe(1);
    stop();
  });

  it("of one graph show what each viewer chose", async () => {
    const services = testServices(GRAPHS);
    const one = openSession("other", services);
    const other = openSession("other", services, memoryOptions({ open: ["encoder"] }));
    await until(() => drawn(one).length > 0 && isOpen(other, "encoder"));
    one.options.extraction.setThreshold("min_degree", "9");
    await until(() => isReady(one));
    expect(drawn(one)).toEqual(["decoder", "encoder", "loss"]);
    expect(drawn(other)).toEqual(["decoder", "encoder", "encoder/x", "loss"]);
    const requested = services.requests.map(({ names, query }) => [names, query]);
    expect(requested).toEqual([
      [[""], {}],
      [["encoder"], {}],
      [[""], { min_degree: "9" }],
    ]);
  });

  it("go on when the other is disposed of", async () => {
    const [one, other] = openTwo();
    await until(() => drawn(one).length > 0 && drawn(other).length > 0);
    one.dispose();
    other.toggleInPlace("decoder");
    await until(() => isOpen(other, "decoder"));
    expect(drawn(other)).toContain("decoder/y");
  });
});

it("lays out with the options that it is constructed with", async () => {
  const session = openSession(
    "one",
    testServices(GRAPHS),
    memoryOptions({ open: ["encoder"], direction: "left-to-right", hide: ["op:Add"] }),
  );
  await until(() => isOpen(session, "encoder"));
  expect(session.scene.value?.style.direction).toBe("left-to-right");
  expect(drawn(session)).toEqual(["encoder"]);
});

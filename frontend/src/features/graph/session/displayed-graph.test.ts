import { describe, expect, it } from "vitest";
import type { Graph } from "../../../api/types";
import {
  comparedWith,
  type DisplayedGraph,
  nextDisplayed as followFirst,
  graphKey,
  orderingKey,
  ownId,
} from "./displayed-graph";

function graph(id: string, more: Partial<Graph> = {}): Graph {
  const about = { run: "a", tag: "", kind: "op", stage: "", nodes: 3, error: null };
  return { id, ...about, fingerprint: id, reading: false, ...more } as Graph;
}

function follow(before: DisplayedGraph | undefined, graphs: readonly Graph[], chosen: string) {
  return followFirst(before, graphs, chosen, (all) => all[0]);
}

/** What is shown after each of several lists. */
function shownAfter(chosen: string, ...lists: Graph[][]): (DisplayedGraph | undefined)[] {
  let now: DisplayedGraph | undefined;
  return lists.map((list) => {
    now = follow(now, list, chosen);
    return now;
  });
}

describe("the graph on show", () => {
  it("gives way to a newer one of its run, as the same visit", () => {
    const [first, second] = shownAfter("", [graph("1")], [graph("2"), graph("1")]);
    expect([first?.graph.id, second?.graph.id]).toEqual(["1", "2"]);
    expect(second?.revision).toBe(first?.revision);
  });

  it("is the first where none is named, and stays when another would be", () => {
    const graphs = [graph("1"), graph("2", { run: "b" })];
    const before = followFirst(undefined, graphs, "", (all) => all[1]);
    const after = followFirst(before, graphs, "", (all) => all[0]);
    expect([before?.graph.id, after?.graph.id]).toEqual(["2", "2"]);
    expect(followFirst(undefined, graphs, "1", (all) => all[1])?.graph.id).toBe("1");
  });

  it("gives way to another content in its own place", () => {
    const [, second] = shownAfter("", [graph("1")], [graph("1", { fingerprint: "other" })]);
    expect(second?.graph.fingerprint).toBe("other");
  });

  it("stays while the newer one is read, and when that cannot be read", () => {
    const reading = graph("2", { reading: true, nodes: 0, fingerprint: "" });
    const damaged = graph("2", { nodes: 0, error: "no graph" });
    const old = graph("1");
    const shown = shownAfter("", [old], [reading, old], [damaged, old], [graph("2"), old]);
    expect(shown.map((now) => now?.graph.id)).toEqual(["1", "1", "1", "2"]);
  });

  it("is unreadable when it was never read", () => {
    const reading = graph("1", { reading: true, nodes: 0 });
    const damaged = graph("1", { nodes: 0, error: "no graph" });
    expect(shownAfter("", [reading], [damaged])[1]?.graph).toEqual(damaged);
  });

  it("stays when another run writes one", () => {
    const [, second] = shownAfter("", [graph("1")], [graph("2", { run: "b" }), graph("1")]);
    expect(second?.graph.id).toBe("1");
  });

  it("stays where a link chose it among older ones", () => {
    const [, second] = shownAfter(
      "1",
      [graph("2"), graph("1")],
      [graph("3"), graph("2"), graph("1")],
    );
    expect(second?.graph.id).toBe("1");
  });

  it("is another visit when the viewer chooses it", () => {
    const first = follow(undefined, [graph("2"), graph("1")], "");
    const second = follow(first, [graph("2"), graph("1")], "1");
    expect([second?.graph.id, second?.revision]).toEqual(["1", (first?.revision ?? 0) + 1]);
  });

  it("is the same visit when the address comes to name it", () => {
    const first = follow(undefined, [graph("1")], "");
    expect(follow(first, [graph("1")], "1")?.revision).toBe(first?.revision);
  });

  it("is another one when its run is gone, and none without any", () => {
    const first = follow(undefined, [graph("1")], "");
    expect(follow(first, [graph("9", { run: "b" })], "")?.graph.id).toBe("9");
    expect(follow(undefined, [], "")).toBeUndefined();
  });
});

describe("a comparison", () => {
  const [one, other] = [graph("1"), graph("2")];

  it("is a graph of another id, with the second graph's name", () => {
    const both = comparedWith(other, one);
    expect([both.id, both.fingerprint, both.before]).toEqual(["1~2", "2", one]);
    expect([ownId(both.id), ownId(other.id)]).toEqual(["2", "2"]);
  });

  it("is the graph itself without another, and with itself", () => {
    expect(comparedWith(other, undefined)).toBe(other);
    expect(comparedWith(other, graph("2"))).toBe(other);
  });

  it("is another one for another content of either graph, in the order of the second", () => {
    const keys = [
      comparedWith(other, one),
      comparedWith(other, graph("1", { fingerprint: "new" })),
      comparedWith(graph("2", { fingerprint: "new" }), one),
    ].map(graphKey);
    expect(new Set(keys).size).toBe(3);
    expect(orderingKey(comparedWith(other, one))).toBe(graphKey(other));
    expect(orderingKey(other)).toBe(graphKey(other));
  });
});

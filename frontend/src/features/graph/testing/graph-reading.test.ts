/** What is read off the graph and the scene: outline, links, emphasis, walking. */
import { describe, expect, it } from "vitest";
import { outlineRows } from "../outline/outline-rows";
import { firstNodeIn, nodeBeside } from "../scene/arrow-navigation";
import { highlightedEdges, NO_HIGHLIGHT } from "../scene/highlight";
import { edgeName, parseEdgeName } from "../scope/model";
import { nodeEdgeText } from "../scope/node-edge-text";
import { flowText, nodeEdges } from "../scope/node-edges";
import { visibleGraph } from "../visible/visible-graph";
import { buildScene } from "./build-scene";
import { mnistScopes } from "./mnist-graph";

const top = mnistScopes.get("");
if (top === undefined) throw new Error("The test graph has no top level.");

describe("the outline", () => {
  it("lists open scopes with their inside after them, one level deeper", () => {
    const visible = visibleGraph((name) => mnistScopes.get(name), new Set(["layer1"]));
    const rows = visible ? outlineRows(visible.top) : [];
    const at = rows.findIndex(({ node }) => node.name === "layer1");
    expect(rows[at].isOpen).toBe(true);
    expect([rows[at].level, rows[at + 1].level]).toEqual([1, 2]);
    expect(rows[at + 1].node.name.startsWith("layer1/")).toBe(true);
    const inside = mnistScopes.get("layer1")?.nodes.length ?? 0;
    expect(rows.length).toBe(top.nodes.length + inside);
  });
});

describe("the links of a node", () => {
  it("name what it reads and feeds, with what flows", () => {
    const inputs = nodeEdges(top, "layer1", "in");
    expect(inputs.map(({ other }) => other)).toContain("input");
    const fromInput = inputs.find(({ other }) => other === "input");
    expect(fromInput && nodeEdgeText(fromInput)).toBe("?×784");
    expect(fromInput && flowText(fromInput)).toBe("?×784 · ≥ 3.1 kB");
  });

  it("put control dependencies last", () => {
    const kinds = nodeEdges(top, "train_step", "in").map(({ kind }) => kind);
    expect(kinds.at(-1)).toBe("control");
    expect(kinds.slice(0, -1)).not.toContain("control");
  });

  it("reach outside the scope through bridges", () => {
    const scope = mnistScopes.get("layer1");
    const links = scope ? nodeEdges(scope, "layer1/MatMul", "in") : [];
    expect(links.map(({ other }) => other)).toContain("input");
  });
});

describe("emphasis", () => {
  it("follows an edge out of the scopes it crosses", () => {
    const scene = buildScene(mnistScopes, ["layer1"]);
    const hovered = "layer1/MatMul";
    const keys = highlightedEdges(scene, { ...NO_HIGHLIGHT, hovered });
    expect(keys).toContain("layer1\ninput\nlayer1/MatMul\ndata");
    expect(keys).toContain("\ninput\nlayer1\ndata");
    expect(keys).not.toContain("\nlayer1\nlayer2\ndata");
  });

  it("brings a selected edge forward, in all its pieces and alone", () => {
    const scene = buildScene(mnistScopes, ["layer1"]);
    const selectedEdge = edgeName({ source: "input", target: "layer1/MatMul", kind: "data" });
    const keys = highlightedEdges(scene, { ...NO_HIGHLIGHT, selectedEdge });
    expect([...keys].sort()).toEqual([
      "\ninput\nlayer1\ndata",
      "layer1\ninput\nlayer1/MatMul\ndata",
    ]);
  });
});

describe("the name of an edge", () => {
  it("is read as it was written", () => {
    const edge = { source: "a/b: c>d", target: "[e]", kind: "reference" } as const;
    expect(parseEdgeName(edgeName(edge))).toEqual(edge);
  });

  it.each(["", "a", "a\nb", "a\nb\nflow", "a\nb\ndata\nmore", "\nb\ndata"])(
    "is none in %j",
    (name) => {
      expect(parseEdgeName(name)).toBeUndefined();
    },
  );
});

describe("walking", () => {
  const scene = buildScene(mnistScopes, []);

  it("goes up and down along edges", () => {
    expect(nodeBeside(scene, "Cast", "up")).toBe("Mean");
    expect(nodeBeside(scene, "Cast", "down")).toBe("Equal");
  });

  it("goes nowhere where there is nothing", () => {
    expect(nodeBeside(scene, "accuracy", "up")).toBeUndefined();
    expect(nodeBeside(scene, "no such node", "left")).toBeUndefined();
  });

  it("goes on to a sibling where no edge leads on", () => {
    const isJoined = (name: string) => scene.edges.some(({ target }) => target === name);
    const placed = scene.boxes.map(({ node, worldRect }) => [node.name, worldRect.y] as const);
    const ends = placed.filter(([name, y]) => !isJoined(name) && placed.some(([, at]) => at > y));
    expect(ends.length).toBeGreaterThan(0);
    for (const [name, y] of ends) {
      const below = nodeBeside(scene, name, "down") ?? "";
      expect(scene.boxByName.get(below)?.worldRect.y, name).toBeGreaterThan(y);
    }
  });

  it("goes into a scope at its upper left corner", () => {
    const opened = buildScene(mnistScopes, ["layer1"]);
    const first = opened.boxByName.get(firstNodeIn(opened, "layer1") ?? "");
    const inside = opened.boxes.filter(({ scope }) => scope === "layer1");
    expect(first?.worldRect.y).toBe(Math.min(...inside.map(({ worldRect }) => worldRect.y)));
    expect(firstNodeIn(opened, "layer2")).toBeUndefined();
  });

  it("comes back from a sibling", () => {
    const right = nodeBeside(scene, "loss_function", "right");
    expect(right).toBeDefined();
    expect(right && nodeBeside(scene, right, "left")).toBe("loss_function");
  });
});

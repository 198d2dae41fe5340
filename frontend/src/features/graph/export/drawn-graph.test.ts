import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Graph } from "../../../api/types";
import { buildScene } from "../testing/build-scene";
import { buildScopes } from "../testing/make-graph";
import { mnistNames, mnistScopes } from "../testing/mnist-graph";
import { dotText, quoted } from "./dot";
import { type End, portKey, viewGraph } from "./drawn-graph";
import { boxesOf } from "./export-area";
import { viewJson } from "./json";

const OPENED = ["layer1", "layer1/weights", "layer2"];
const scene = buildScene(mnistScopes, OPENED);
const graph = viewGraph(scene, scene.boxes);

function keyOf(end: End): string {
  return end.port ? portKey(end.port) : end.node;
}

describe("what is drawn, as a graph", () => {
  it("joins the same nodes as the drawing", () => {
    const top = graph.edges.filter(({ scope }) => scope === "");
    const ends = top.map(({ source, target }) => [source.node, target.node].join(" > "));
    expect(ends).toContain("moving_average > train_step");
    expect(graph.edges).toHaveLength(scene.edges.length);
  });

  it("never ends at an open scope, but at a port of it that goes on inside", () => {
    for (const { source, target } of graph.edges) {
      expect(OPENED).not.toContain(source.node);
      expect(OPENED).not.toContain(target.node);
    }
    const inwards = graph.edges.filter(({ target }) => target.port?.direction === "in");
    expect(inwards.length).toBeGreaterThan(0);
    const sources = new Set(graph.edges.map(({ source }) => keyOf(source)));
    const isContinued = inwards.filter(({ target }) => sources.has(keyOf(target)));
    expect(isContinued.length).toBe(inwards.length);
  });

  it("has the edges of a part whose ends are both in it", () => {
    const boxes = boxesOf(scene, { kind: "scope", name: "layer1" });
    const names = new Set(boxes.map(({ node }) => node.name));
    expect(names).toContain(mnistScopes.get("layer1/weights")?.nodes[0].name);
    expect(names).not.toContain("layer2");
    for (const { source, target } of viewGraph(scene, boxes).edges) {
      expect(names).toContain(source.node ?? source.port?.scope);
      expect(names).toContain(target.node ?? target.port?.scope);
    }
  });
});

describe("a drawing in DOT", () => {
  const text = dotText(graph, "train");

  it("has each node and each edge once, and open scopes as clusters", () => {
    const lines = text.split("\n").map((line) => line.trim());
    const edges = lines.filter((line) => line.includes('" -> "'));
    expect(edges).toHaveLength(graph.edges.length);
    for (const { node, isOpen } of scene.boxes) {
      const own = isOpen
        ? `subgraph ${quoted(`cluster ${node.name}`)} {`
        : `${quoted(node.name)} [`;
      expect(lines.filter((line) => line.startsWith(own) && !line.includes("->"))).toHaveLength(1);
    }
  });

  it("declares what its edges end at", () => {
    const declared = new Set([...text.matchAll(/^\s*("[^"]*") \[/gm)].map(([, id]) => id));
    for (const [, from, to] of text.matchAll(/^\s*("[^"]*") -> ("[^"]*") \[/gm)) {
      expect(declared).toContain(from);
      expect(declared).toContain(to);
    }
  });

  it("closes what it opens", () => {
    const marks = text.replace(/"(\\.|[^"\\])*"/g, "");
    expect(marks.split("{").length).toBe(marks.split("}").length);
  });

  it("quotes names whatever they hold", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(quoted(name)).toMatch(/^"(\\.|[^"\\\n])*"$/);
      }),
    );
    const odd = buildScene(
      buildScopes(['a"b\\N', "port 0/x", "c/d"], [["c/d", "port 0/x", "data"]]),
      ["port 0", "c"],
    );
    const dot = dotText(viewGraph(odd, odd.boxes), '"');
    expect(dot).toContain('label="a\\"b\\\\N"');
    expect(dot).toMatch(/"port 0" \[shape=point|"port 1" \[shape=point/);
  });
});

describe("a drawing in JSON", () => {
  const GRAPH: Graph = {
    id: "g",
    run: "train",
    tag: "",
    kind: "op",
    source: "run",
    stage: "",
    file: "",
    step: null,
    function: null,
    label: "",
    wall_time: 0,
    bytes: 100,
    nodes: 292,
    edges: 300,
    functions: 0,
    function_ops: 0,
    fingerprint: "f",
    error: null,
    warnings: [],
    properties: [],
    reading: false,
  };

  it("tells of all nodes and edges, and where nodes are", () => {
    const view = JSON.parse(viewJson(graph, GRAPH)) as {
      graph: { run: string; ops: number };
      nodes: { name: string; open: boolean; width: number }[];
      edges: { source: unknown; target: unknown; kind: string; tensors: number }[];
    };
    expect(view.graph).toMatchObject({ run: "train", ops: 292 });
    expect(view.nodes).toHaveLength(scene.boxes.length);
    expect(view.nodes.find(({ name }) => name === "layer1")?.open).toBe(true);
    expect(view.nodes.every(({ width }) => width > 0)).toBe(true);
    expect(view.edges).toHaveLength(scene.edges.length);
    expect(view.edges).toContainEqual(
      expect.objectContaining({ source: "moving_average", target: "train_step", kind: "control" }),
    );
  });

  it("has the points of each line, from its source to its target, and where its label is", () => {
    const { nodes, edges } = JSON.parse(viewJson(graph, GRAPH)) as {
      nodes: { name: string; x: number; y: number; width: number; height: number }[];
      edges: {
        source: unknown;
        target: unknown;
        points: [number, number][];
        width: number;
        label_at: [number, number] | null;
      }[];
    };
    const isAt = (name: unknown, [x, y]: readonly [number, number] = [0, 0]): boolean => {
      const box = nodes.find((node) => node.name === name);
      if (box === undefined) return typeof name === "object";
      const [right, bottom] = [box.x + box.width, box.y + box.height];
      return x >= box.x - 1 && x <= right + 1 && y >= box.y - 1 && y <= bottom + 1;
    };
    for (const { source, target, points, width } of edges) {
      expect(points.length).toBeGreaterThanOrEqual(2);
      expect(width).toBeGreaterThan(0);
      expect(isAt(source, points[0])).toBe(true);
      expect(isAt(target, points.at(-1))).toBe(true);
    }
    expect(edges.some((edge) => edge.label_at !== null)).toBe(true);
    expect(edges[0]?.points[0]).toEqual(
      Array.from(
        scene.edges[0]?.worldPoints.slice(0, 2) ?? [],
        (value) => Math.round(10 * value) / 10,
      ),
    );
  });

  it("holds for every scope that can be opened", () => {
    const all = buildScene(mnistScopes, mnistNames);
    const view = viewGraph(all, all.boxes);
    expect(view.edges).toHaveLength(all.edges.length);
    expect(() => JSON.parse(viewJson(view, GRAPH))).not.toThrow();
  });
});

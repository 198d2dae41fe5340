import { describe, expect, it } from "vitest";
import { buildScene } from "../testing/build-scene";
import { buildScopes, makeReason } from "../testing/make-graph";
import { tooltipText } from "./tooltip-text";

const scene = buildScene(buildScopes(["a", "b"], [["a", "b", "data"]]), []);
const [box] = scene.boxes;
const NO_NOTES = new Map<string, string>();

describe("the tip", () => {
  it("says why a node is an auxiliary node", () => {
    const node = { ...box.node, reason: makeReason("in_degree", { count: 23, bound: 4 }) };
    const text = tooltipText({ kind: "box", box: { ...box, node } }, NO_NOTES);
    expect(text).toBe("a · Add · auxiliary node: in-degree 23, above 4");
  });

  it("says what a function calls", () => {
    const node = { ...box.node, op: "", functions: ["f", "g"] };
    expect(tooltipText({ kind: "box", box: { ...box, node } }, NO_NOTES)).toBe("a · calls f, g");
  });

  it("ends with the note on the node", () => {
    const notes = new Map([["a", "too slow"]]);
    expect(tooltipText({ kind: "box", box }, notes)).toBe("a · Add · too slow");
  });

  it("names the other end of a cut edge in full, and what flows", () => {
    const cut = {
      other: "train/lr",
      text: "lr",
      kind: "data",
      tensors: 1,
      label: "scalar",
    } as const;
    expect(tooltipText({ kind: "cut", box, cut }, NO_NOTES)).toBe(
      "train/lr · scalar · click to go there",
    );
  });
});

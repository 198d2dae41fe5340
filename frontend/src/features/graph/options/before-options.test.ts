import { expect, it } from "vitest";
import { beforeOptions } from "./before-options";
import { memoryOptions } from "./memory-options";

it("has what is open and selected to itself, and the style of the drawing in common", () => {
  const after = memoryOptions({ graph: "b", against: "a", open: ["x"], node: "x" });
  const before = beforeOptions(after.store, "a");
  expect(before.chosenGraph.value).toBe("a");
  expect(before.selectedNode.value).toBe("");
  before.select("y");
  after.layout.set("spacing", "compact");
  expect([after.selectedNode.value, before.selectedNode.value]).toEqual(["x", "y"]);
  expect(before.layout.style.value).toEqual(after.layout.style.value);
  expect(after.query()).toContain("against_node=y");
  expect(before.query()).toBe("tab=graph&graph=a");
});

it("forgets what was open in the pane of a graph with the comparison", () => {
  const after = memoryOptions({
    graph: "b",
    against: "a",
    against_show: "panes",
    against_open: ["x"],
    against_node: "x",
  });
  after.comparison.show("");
  expect(after.query()).toBe("tab=graph&against=a&graph=b");
});

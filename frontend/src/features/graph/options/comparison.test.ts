import { expect, it } from "vitest";
import { memoryOptions } from "./memory-options";

it("is undone in steps", () => {
  const options = memoryOptions();
  const { comparison, history } = options;
  comparison.compare("a");
  options.commit();
  comparison.side.value = "before";
  options.commit();
  history.undo();
  expect([comparison.against.value, comparison.side.value]).toEqual(["a", ""]);
  history.undo();
  expect(comparison.against.value).toBe("");
});

it("begins anew with another graph", () => {
  const { comparison } = memoryOptions({ against: "a", against_show: "after", against_list: "on" });
  comparison.compare("b");
  expect([comparison.side.value, comparison.list.value]).toEqual(["", ""]);
});

it("ends when another graph is chosen", () => {
  const options = memoryOptions({ graph: "b", against: "a", against_list: "scope" });
  options.chooseGraph("c");
  expect(options.comparison.against.value).toBe("");
  expect(options.comparison.list.value).toBe("");
});

import { expect, it } from "vitest";
import { listText, NAME_ORDER, plural } from "./locale";

it.each([
  [0, "runs"],
  [1, "run"],
  [2, "runs"],
])("writes the noun of %d as %s", (count, noun) => {
  expect(plural(count, "run", "runs")).toBe(noun);
});

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("writes %j as a list", (items, text) => {
  expect(listText(items)).toBe(text);
});

it("orders numbers in names by value", () => {
  expect(["layer10", "layer2"].sort(NAME_ORDER.compare)).toEqual(["layer2", "layer10"]);
});

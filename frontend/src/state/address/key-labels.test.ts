import { expect, it } from "vitest";
import { labelOf } from "./key-labels";
import { KEYS } from "./keys";

it("has a label for every key, as undo says it", () => {
  for (const key of Object.keys(KEYS)) {
    expect(labelOf([key]), key).toMatch(/^(the |an? )?[a-z][a-z–\- ]+[a-z]$/);
    expect(labelOf([key]), key).not.toBe("a setting");
  }
});

it("names what changed, each thing once", () => {
  expect(labelOf(["runs"])).toBe("the runs shown");
  expect(labelOf(["zoom", "frame"])).toBe("the zoom");
  expect(labelOf(["zoom", "x"])).toBe("the zoom and the x axis");
});

it("lists at most two changes, and says that there are more", () => {
  expect(labelOf(["zoom", "x", "runs"])).toBe("the zoom, the x axis and more");
  expect(labelOf(["zoom", "unknown"])).toBe("the zoom and more");
  expect(labelOf(["unknown"])).toBe("a setting");
});

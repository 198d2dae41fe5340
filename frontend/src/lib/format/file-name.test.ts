import { expect, it } from "vitest";
import { fileStem } from "./file-name";

it.each([
  [["Accuracy/train"], "Accuracy_train"],
  [["Loss/train", "sweep/run 1", "20"], "Loss_train-sweep_run_1-20"],
  [["größe"], "größe"],
  [["x".repeat(100)], "x".repeat(80)],
  [[""], "export"],
])("of %j is %s", (of, stem) => {
  expect(fileStem(...of)).toBe(stem);
});

it("has no quotes of an expression", () => {
  expect(fileStem('"Loss/total"@val - loss')).toBe("Loss_total_val_-_loss");
});

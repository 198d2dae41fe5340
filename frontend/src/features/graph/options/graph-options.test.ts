import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import { memoryOptions } from "./memory-options";

function chosen() {
  const options = memoryOptions();
  options.expansionFrom(signal([])).open(["layer1", "layer1/weights"]);
  options.select("layer1/weights");
  options.search.find("conv");
  options.hotSpots.showIn("layer1");
  options.extraction.addRule({ action: "exclude", kind: "name", what: "train_step" });
  options.colour.setBy("device");
  options.layout.set("spacing", "relaxed");
  options.camera.set("g", { camera: { x: 1, y: 2, scale: 3 }, size: undefined });
  return options;
}

it("starts afresh with what all viewers share, and with the style of the drawing", () => {
  const options = chosen();
  options.startAfresh();
  expect(options.choices()).toEqual({
    choice: ["exclude:name:train_step"],
    colour: ["device"],
    spacing: ["relaxed"],
  });
  expect(options.selectedNode.value).toBe("");
  expect(options.search.isOpen.value).toBe(false);
  expect(options.search.text.value).toBe("");
  expect(options.hotSpots.by.value).toBeUndefined();
  expect(options.camera.text.value).toBe("");
});

it("resets what all viewers share, with a way back, and leaves this browser's view", () => {
  const options = chosen();
  expect(options.hasSharedChoices()).toBe(true);
  options.resetShared();
  expect(options.hasSharedChoices()).toBe(false);
  expect(options.choices()).toEqual({
    open: ["layer1", "layer1/weights"],
    spacing: ["relaxed"],
  });
  options.history.undo();
  expect(options.choices().choice).toEqual(["exclude:name:train_step"]);
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { fileStem } from "./file-stem";

const GRAPH = { run: "keras/tf2", tag: "step_fn", stage: "partition, as it ran on a device" };

it("names a file by the same words, plainly", () => {
  expect(fileStem(GRAPH)).toBe("keras-tf2-step_fn-partition-as-it-ran-on-a-device");
  expect(fileStem({ ...GRAPH, stage: "" }, "layer1/weights")).toBe(
    "keras-tf2-step_fn-layer1-weights",
  );
  expect(fileStem({ ...GRAPH, run: "../../x" })).toMatch(/^x-step_fn/);
});

it("names a file for any names there are", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (run, tag) => {
      expect(fileStem({ ...GRAPH, run, tag })).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/);
    }),
  );
});

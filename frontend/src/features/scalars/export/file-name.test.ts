import fc from "fast-check";
import { expect, it } from "vitest";
import type { Smoothing } from "../../../lib/algorithms/smoothing";
import { fileName } from "./file-name";

const EMA = { kind: "ema", amount: 0.6 } as const;
const named = (title: string, runs: string[] = [], smoothing: Smoothing | null = null) =>
  fileName({ title, runs, smoothing }, "svg");

it("names the tag, the run where it is one, and the smoothing", () => {
  expect(named("Loss/train", ["adam_wide"], EMA)).toBe("Loss_train-adam_wide-EMA_0.6.svg");
  expect(named("Loss/train", ["a", "b"], EMA)).toBe("Loss_train-EMA_0.6.svg");
  expect(named("Loss/train", ["a/b"])).toBe("Loss_train-a_b.svg");
  expect(named("", [])).toBe("export.svg");
  expect(named("Loss", [], { kind: "ema", amount: 0 })).toBe("Loss.svg");
});

it("has no character that separates folders or is forbidden", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { maxLength: 2 }), (title, runs) => {
      expect(named(title, runs, EMA)).toMatch(/^[\p{L}\p{N}._-]+$/u);
    }),
  );
});

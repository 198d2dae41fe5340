import { expect, it } from "vitest";
import { defaultOf } from "../../../state/address/keys";
import {
  DEFAULT_SMOOTHING,
  KINDS,
  parseSmoothing,
  printSmoothing,
  withAmount,
} from "./smoothing-option";

it("comes back from the address as it was", () => {
  for (const { kind, amount, most } of KINDS) {
    for (const one of [amount, most, 0]) {
      const smoothing = withAmount(kind, one);
      expect(parseSmoothing(printSmoothing(smoothing))).toEqual(smoothing);
    }
  }
});

it("is written as a bare weight where it is the default average", () => {
  expect(printSmoothing({ kind: "ema", amount: 0.9 })).toBe("0.9");
  expect(parseSmoothing("0.9")).toEqual({ kind: "ema", amount: 0.9 });
});

it.each(["", "NaN", "-1", "1.5", "time:", "unknown:3", "mean:9999", "ema:0.9999"])(
  "is the default for %j",
  (text) => expect(parseSmoothing(text)).toEqual(DEFAULT_SMOOTHING),
);

it("is the default of the address", () => {
  expect(parseSmoothing(defaultOf("smooth"))).toEqual(DEFAULT_SMOOTHING);
});

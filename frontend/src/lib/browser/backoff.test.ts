import { expect, it } from "vitest";
import { backoffMs } from "./backoff";

it("doubles from a second to a quarter of a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 100].map(backoffMs)).toEqual([
    1000, 2000, 4000, 8000, 15_000, 15_000, 15_000,
  ]);
});

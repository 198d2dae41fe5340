import { expect, it } from "vitest";
import { defaultOf } from "../../../state/address/keys";
import { DEFAULT_STYLE } from "./layout-options";
import { memoryOptions } from "./memory-options";

it("lays out by the engine's defaults where the address has no other", () => {
  const { direction, spacing, edges } = DEFAULT_STYLE;
  expect([defaultOf("direction"), defaultOf("spacing"), defaultOf("edges")]).toEqual([
    direction,
    spacing,
    edges,
  ]);
  expect(memoryOptions().layout.style.value).toEqual(DEFAULT_STYLE);
});

import { expect, it } from "vitest";
import { matchAttributes } from "./match-attributes";

it("finds attributes by name, type and value, in any case", () => {
  const attributes = [
    { name: "padding", type: "string", text: "SAME", bytes: 6 },
    { name: "strides", type: "list(int)", text: "[1, 2, 2, 1]", bytes: 8 },
    { name: "value", type: null, text: null, bytes: 90_000 },
  ];
  const found = (text: string) => matchAttributes(attributes, text).map(({ name }) => name);
  expect(found("  ")).toEqual(["padding", "strides", "value"]);
  expect(found("PAD")).toEqual(["padding"]);
  expect(found("same")).toEqual(["padding"]);
  expect(found("list")).toEqual(["strides"]);
  expect(found("valu")).toEqual(["value"]);
  expect(found("nothing")).toEqual([]);
});

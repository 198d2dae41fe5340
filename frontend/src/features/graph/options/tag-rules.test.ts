import { expect, it } from "vitest";
import { parseTagRule } from "./tag-rules";

it("is written as the server writes it", () => {
  expect(parseTagRule("act/block_* -> Net/Block[*]")).toBe("act/block_* -> Net/Block[*]");
  expect(parseTagRule("  a  ->  b -> c ")).toBe("a -> b -> c");
});

it("is none where the server refuses it", () => {
  for (const text of ["", "a", "a->b", " -> b", "a -> ", "a -> *", "* -> */*"]) {
    expect(parseTagRule(text)).toBeUndefined();
  }
});

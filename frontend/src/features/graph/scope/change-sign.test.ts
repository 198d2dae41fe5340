import { expect, it } from "vitest";
import { changeSign } from "./change-sign";

const change = { status: "changed", added: 12, removed: 3, changed: 0, moved: 1 } as const;

it("counts in a scope what became of its ops, and leaves out what did not happen", () => {
  expect(changeSign(change, false)).toBe("+12 −3 →1");
});

it("is one sign for an op", () => {
  const signs = (["added", "removed", "changed", "moved"] as const).map((status) =>
    changeSign({ ...change, status }, true),
  );
  expect(signs).toEqual(["+", "−", "~", "→"]);
});

import { expect, it } from "vitest";
import { makeReason } from "../testing/make-graph";
import { reasonText } from "./extraction-reason-text";

it("says by which rule of the viewer a node left the main graph", () => {
  const text = (what: string): string => reasonText(makeReason("choice", { what }));
  expect(text("exclude:name:a/b")).toBe("by choice");
  expect(text("exclude:scope:a")).toBe("by choice: in a");
  expect(text("exclude:op:NoOp")).toBe("by choice: op type NoOp");
  expect(text("exclude:regex:^a:b$")).toBe("by choice: /^a:b$/");
});

it("says by how much a threshold is exceeded", () => {
  expect(reasonText(makeReason("in_degree", { count: 6, bound: 4 }))).toBe("in-degree 6, above 4");
  expect(reasonText(makeReason("out_degree", { count: 1200, bound: 9 }))).toBe(
    "out-degree 1,200, above 9",
  );
});

it("says what a node is that never belongs to the main graph", () => {
  expect(reasonText(makeReason("op_type", { what: "NoOp" }))).toBe("op type NoOp");
  expect(reasonText(makeReason("isolated"))).toBe("linked by annotations only");
  expect(reasonText(makeReason("library", { count: 1 }))).toBe(
    "library of 1 function, opened where it is called",
  );
  expect(reasonText(makeReason("library", { count: 2 }))).toBe(
    "library of 2 functions, opened where they are called",
  );
});

import { expect, it } from "vitest";
import { makeReason } from "../testing/make-graph";
import { reasonText } from "./extraction-reason-text";

it("says by which rule of the viewer a node left the main graph", () => {
  const text = (what: string): string => reasonText(makeReason("choice", { what }));
  expect(text("exclude:name:a/b")).toBe("by rule");
  expect(text("exclude:scope:a")).toBe("by rule: in a");
  expect(text("exclude:op:NoOp")).toBe("by rule: op type NoOp");
  expect(text("exclude:regex:^a:b$")).toBe("by rule: /^a:b$/");
});

it("says by how much a threshold is exceeded", () => {
  expect(reasonText(makeReason("in_degree", { count: 6, bound: 4 }))).toBe("in-degree 6, above 4");
  expect(reasonText(makeReason("out_degree", { count: 1200, bound: 9 }))).toBe(
    "out-degree 1,200, above 9",
  );
});

it("says what bookkeeping does, and how that is known", () => {
  const text = (what: string, count: number, evidence: string): string =>
    reasonText(makeReason("role", { what, count, evidence }));
  expect(text("gradient", 1128, "derivative")).toBe(
    "1,128 ops compute gradients, each named after the op that it differentiates",
  );
  expect(text("saver", 1, "op_type")).toBe("saves or restores variables, by op type");
  expect(text("control", 2, "unused")).toBe(
    "2 ops count, check or order steps; leads to no result",
  );
  expect(text("unheard of", 3, "")).toBe("3 ops of bookkeeping");
});

it("says what a node is that never belongs to the main graph", () => {
  expect(reasonText(makeReason("op_type", { what: "NoOp" }))).toBe("op type NoOp");
  expect(reasonText(makeReason("isolated"))).toBe("connected by annotations only");
  expect(reasonText(makeReason("library", { count: 1 }))).toBe(
    "library of 1 function; expand at the calls",
  );
  expect(reasonText(makeReason("library", { count: 2 }))).toBe(
    "library of 2 functions; expand at the calls",
  );
});

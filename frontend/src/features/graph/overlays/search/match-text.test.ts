import { describe, expect, it } from "vitest";
import type { GraphMatch } from "../../../../api/types";
import { kindText, matchLabel, placeText } from "./match-text";

const op: GraphMatch = {
  name: "layer1/weights/read",
  node: "layer1/weights/read",
  scopes: ["layer1", "layer1/weights"],
  kind: "op",
  op: "Identity",
  depth: 2,
};

describe("a match in words", () => {
  it("is an op in a scope", () => {
    expect([matchLabel(op), kindText(op), placeText(op)]).toEqual([
      "read",
      "Identity",
      "in layer1/weights",
    ]);
  });

  it("is at the top level", () => {
    const match: GraphMatch = { ...op, name: "layer1", node: "layer1", scopes: [], op: "" };
    expect(placeText(match)).toBe("top level");
    expect(kindText({ ...match, kind: "metanode" })).toBe("name scope");
  });

  it("is at the end of a long path", () => {
    const scope = `${"a/".repeat(40)}conv1/moments`;
    const text = placeText({ ...op, scopes: [scope] });
    expect(text).toMatch(/^in ….*a\/conv1\/moments$/);
    expect(text).toHaveLength(49);
  });

  it("is a PyTorch op by its type, since its name is that of its result", () => {
    const match: GraphMatch = { ...op, name: "Net/3174", op: "aten::softmax" };
    expect([matchLabel(match), kindText(match)]).toEqual(["softmax", "3174"]);
    const list: GraphMatch = { ...match, kind: "folded", op: "prim::ListConstruct" };
    expect([matchLabel(list), kindText(list)]).toEqual(["3174", "prim::ListConstruct, folded op"]);
  });

  it("is a constant beside its host", () => {
    const name = "layer1/weights/zeros";
    const match: GraphMatch = { ...op, name, kind: "constant", op: "Const" };
    expect(kindText(match)).toBe("Const, constant");
    expect(placeText(match)).toBe("beside read, in layer1/weights");
  });
});

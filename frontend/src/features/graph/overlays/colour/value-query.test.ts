import { describe, expect, it } from "vitest";
import { valueQuery } from "./value-query";

describe("the search for a colour", () => {
  it("queries the whole value, in quotes where it has more than letters", () => {
    expect(valueQuery("op_type", "MatMul")).toBe("op:=MatMul");
    expect(valueQuery("op_type", "aten::conv2d")).toBe('op:="aten::conv2d"');
    expect(valueQuery("device", "/device:CPU:0")).toBe('device:="/device:CPU:0"');
    expect(valueQuery("xla_cluster", 'a "b" \\c')).toBe('cluster:="a \\"b\\" \\\\c"');
    expect(valueQuery("dtype", "float32")).toBe("dtype:=float32");
  });

  it("is none for what cannot be searched for", () => {
    expect(valueQuery("tpu_compatible", "compatible")).toBeUndefined();
    expect(valueQuery("structure", "3")).toBeUndefined();
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { memoryOptions } from "./memory-options";

let options = memoryOptions();
let { trace } = options;
beforeEach(() => {
  options = memoryOptions();
  ({ trace } = options);
});

describe("what is traced", () => {
  it("is nothing at first, and nothing again", () => {
    expect(trace.choice.value).toBeUndefined();
    trace.start("a", "both");
    expect(trace.choice.value).toMatchObject({ direction: "both", source: "a" });
    expect(trace.stop()).toBe(true);
    expect(trace.choice.value).toBeUndefined();
    expect(trace.stop()).toBe(false);
  });

  it("is the inputs of a node, of another one, or of none", () => {
    expect(trace.toggleInputs("a")).toBe(true);
    trace.toggleInputs("b");
    expect(trace.choice.value).toMatchObject({ direction: "upstream", source: "b" });
    trace.toggleInputs("b");
    expect(trace.choice.value).toBeUndefined();
    expect(trace.toggleInputs("")).toBe(false);
  });

  it("has a target between two nodes only", () => {
    trace.start("a", "between", "b");
    expect(trace.choice.value).toMatchObject({ source: "a", target: "b" });
    trace.start("a", "downstream");
    expect(trace.choice.value).toMatchObject({ source: "a", target: "" });
  });

  it("is forgotten with the graph", () => {
    trace.start("a", "both");
    options.chooseGraph("another");
    expect(trace.choice.value).toBeUndefined();
  });

  it("follows so many edges", () => {
    trace.start("a", "upstream");
    trace.setHops(3);
    expect(trace.choice.value?.hops).toBe(3);
    trace.setHops(undefined);
    expect(trace.choice.value?.hops).toBeUndefined();
  });

  it("is nothing where the address makes no sense", () => {
    const choiceOf = (trace: string, hops = "") =>
      memoryOptions({ trace, trace_of: "a", hops }).trace.choice.value;
    expect(choiceOf("sideways")).toBeUndefined();
    expect(choiceOf("between")).toBeUndefined();
    expect(choiceOf("upstream", "-1e9")).toMatchObject({ source: "a", hops: undefined });
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { urlText } from "../../../state/address/url-state";
import { chooseGraph } from "./expansion";
import { setHops, startTrace, stopTrace, toggleInputs, traceChoice } from "./trace";

afterEach(() => {
  stopTrace();
});

describe("what is traced", () => {
  it("is nothing at first, and nothing again", () => {
    expect(traceChoice.value).toBeUndefined();
    startTrace("a", "both");
    expect(traceChoice.value).toMatchObject({ direction: "both", source: "a" });
    expect(stopTrace()).toBe(true);
    expect(traceChoice.value).toBeUndefined();
    expect(stopTrace()).toBe(false);
  });

  it("is the inputs of a node, of another one, or of none", () => {
    expect(toggleInputs("a")).toBe(true);
    toggleInputs("b");
    expect(traceChoice.value).toMatchObject({ direction: "upstream", source: "b" });
    toggleInputs("b");
    expect(traceChoice.value).toBeUndefined();
    expect(toggleInputs("")).toBe(false);
  });

  it("has a target between two nodes only", () => {
    startTrace("a", "between", "b");
    expect(traceChoice.value).toMatchObject({ source: "a", target: "b" });
    startTrace("a", "downstream");
    expect(traceChoice.value).toMatchObject({ source: "a", target: "" });
  });

  it("is forgotten with the graph", () => {
    startTrace("a", "both");
    chooseGraph("another");
    expect(traceChoice.value).toBeUndefined();
    chooseGraph("");
  });

  it("follows so many edges", () => {
    startTrace("a", "upstream");
    setHops(3);
    expect(traceChoice.value?.hops).toBe(3);
    setHops(undefined);
    expect(traceChoice.value?.hops).toBeUndefined();
  });

  it("is nothing where the address makes no sense", () => {
    const [trace, of, hops] = (["trace", "trace_of", "hops"] as const).map((key) => urlText(key));
    of.value = "a";
    trace.value = "sideways";
    expect(traceChoice.value).toBeUndefined();
    trace.value = "between";
    expect(traceChoice.value).toBeUndefined();
    trace.value = "upstream";
    hops.value = "-1e9";
    expect(traceChoice.value).toMatchObject({ source: "a", hops: undefined });
  });
});

import { describe, expect, it } from "vitest";
import type { GraphTrace } from "../../../../api/types";
import { tracedText, traceText } from "./trace-text";

describe("a trace in words", () => {
  it("names the ends by the last part of their names", () => {
    const choice = { source: "a/b", target: "c/d", hops: undefined };
    expect(traceText({ ...choice, direction: "upstream" })).toBe("Inputs of b");
    expect(traceText({ ...choice, direction: "downstream" })).toBe("Outputs of b");
    expect(traceText({ ...choice, direction: "both" })).toBe("Inputs and outputs of b");
    expect(traceText({ ...choice, direction: "between" })).toBe("Paths from b to d");
  });

  it("counts, and says that there is no path", () => {
    const trace = { direction: "upstream", total: 1244, ends: 10 } as GraphTrace;
    expect(tracedText(trace)).toBe("1,234 ops");
    expect(tracedText({ ...trace, direction: "between" })).toBe("1,244 ops");
    expect(tracedText({ ...trace, total: 2, ends: 1 })).toBe("1 op");
    expect(tracedText({ ...trace, total: 0, direction: "between" })).toBe("No path found");
  });
});

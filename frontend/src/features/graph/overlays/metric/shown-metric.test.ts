import { describe, expect, it } from "vitest";
import type { ScopeMetrics } from "../../../../api/graph-metrics";
import * as messages from "./messages";
import { ShownMetric } from "./shown-metric";

/** The values of `a` and `b` at two steps. */
function metrics(...values: number[]): ScopeMetrics {
  const finite = values.filter(Number.isFinite);
  return {
    steps: [0, 1],
    totalSteps: 2,
    rowByName: new Map([
      ["a", 0],
      ["b", 1],
    ]),
    tags: new Float64Array([1, 1]),
    values: new Float64Array(values),
    least: finite.length > 0 ? Math.min(...finite) : Number.NaN,
    greatest: finite.length > 0 ? Math.max(...finite) : Number.NaN,
  };
}

const { NaN: none, POSITIVE_INFINITY: infinite } = Number;

describe("a metric on show", () => {
  it("writes values as the view that was requested has them", () => {
    const share = new ShownMetric("share", metrics(0.25, 0.5, 0.75, 0.5));
    expect(share.fillOf("a", 0)?.text).toBe("25.0 %");
    expect(share.scale?.isShare).toBe(true);
    const value = new ShownMetric("value", metrics(3.5, 1, 1, 1));
    expect(value.fillOf("a", 0)).toMatchObject({ text: "3.5", heat: 1, at: 0 });
    expect(Array.from(value.fillOf("a", 1)?.line ?? [])).toEqual([3.5, 1]);
    expect(value.lacks).toBe("");
  });

  it("has no colour where nothing was logged", () => {
    const shown = new ShownMetric("value", metrics(1, none, 2, 2));
    expect(shown.fillOf("a", 1)).toBeUndefined();
    expect(shown.fillOf("c", 0)).toBeUndefined();
  });

  it("shows what is infinite without a scale, and says why there is none", () => {
    const shown = new ShownMetric("value", metrics(infinite, infinite, none, none));
    expect(shown.fillOf("a", 0)).toMatchObject({ heat: 1, text: messages.notFinite });
    expect(shown.fillOf("b", 0)).toBeUndefined();
    expect(shown.lacks).toBe(messages.noFiniteValue);
    expect(new ShownMetric("rate", metrics(none, none, none, none)).lacks).toBe(messages.noValues);
  });
});

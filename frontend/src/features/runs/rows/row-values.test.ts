import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Run } from "../../../api/types";
import type { FilterValue } from "../../../lib/filter/match-filter";
import { experimentValue } from "../../../state/runs/experiment-value";
import type { RunColumn } from "../../../state/runs/run-columns";
import { bandOf, compareValues, experimentCell, groupCell } from "./row-values";

type Fake = Pick<Run, "id" | "state">;

function runs(...states: Run["state"][]): Run[] {
  return states.map((state, at) => ({ id: String(at), state }) as Fake as Run);
}

function column(id: string, kind: RunColumn["kind"], ...values: FilterValue[]): RunColumn {
  const text = (value: FilterValue) => (value === null ? "" : String(value));
  return {
    id,
    kind,
    title: id,
    label: id,
    valueOf: (run) => values[Number(run.id)] ?? null,
    text,
    fullText: text,
    isDescending: false,
    isNumeric: true,
  };
}

const TWO = runs("done", "done");

describe("an experiment", () => {
  it("says the latest of what grows, and what was tested with of a metric", () => {
    expect(experimentValue(TWO, column("step", "run", 3, 5))).toBe(5);
    expect(experimentValue(TWO, column("age", "run", 3, 5))).toBe(3);
    expect(experimentValue(TWO, column("warnings", "run", 3, 5))).toBe(8);
    expect(experimentValue(TWO, column("warnings", "run", null, 5))).toBe(5);
    expect(experimentValue(TWO, column("metric:x.last", "metric", 3, 2))).toBe(2);
    expect(experimentValue(TWO, column("hparam:lr", "hparam", 0.1, 0.1))).toBe(0.1);
    expect(experimentValue(TWO, column("note", "run", null, "x"))).toBe("x");
    expect(experimentValue(TWO, column("note", "run"))).toBeNull();
  });

  it("is compared with the baseline in metrics alone", () => {
    const metric = column("metric:x.last", "metric", 3, 2.5);
    const [one, other] = TWO.map((run) => [run]);
    expect(experimentCell(one ?? [], metric, other ?? [], ({ id }) => id).more).toBe("+0.5");
    const step = column("step", "run", 3, 2);
    expect(experimentCell(one ?? [], step, other ?? [], ({ id }) => id).more).toBe("");
  });
});

describe("a group", () => {
  const each = TWO.map((run) => [run]);

  it("says mean and deviation of a metric", () => {
    const { text, more, title } = groupCell(each, column("metric:x.last", "metric", 1, 3));
    expect([text, more]).toEqual(["2", "± 1.414"]);
    expect(title).toContain("1 to 3");
  });

  it("says what all have in common, or in how many ways they differ", () => {
    expect(groupCell(each, column("hparam:opt", "hparam", "sgd", "sgd")).text).toBe("sgd");
    expect(groupCell(each, column("hparam:opt", "hparam", "sgd", "adam")).more).toBe("2 values");
  });

  it("has a band around its mean that holds it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 }),
        (all) => {
          const band = bandOf(all);
          if (band === null) throw new Error("There are finite numbers.");
          const slack = 1e-6 * (1 + Math.max(...all.map(Math.abs)));
          expect(band.mean).toBeGreaterThanOrEqual(band.min - slack);
          expect(band.mean).toBeLessThanOrEqual(band.max + slack);
          expect(band.deviation).toBeLessThanOrEqual(band.max - band.min + slack);
        },
      ),
    );
    expect(bandOf([Number.NaN, null, "x"])).toBeNull();
  });
});

it("orders values, with what is absent last either way", () => {
  const order = (isDescending: boolean) =>
    [null, 2, Number.NaN, 10, 1].sort((one, other) => compareValues(one, other, isDescending));
  expect(order(false)).toEqual([1, 2, 10, null, Number.NaN]);
  expect(order(true)).toEqual([10, 2, 1, null, Number.NaN]);
  expect(["run10", "run9"].sort((a, b) => compareValues(a, b, false))).toEqual(["run9", "run10"]);
});

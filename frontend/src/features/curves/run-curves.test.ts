import { expect, it } from "vitest";
import type { RunCurve } from "../../api/types";
import { curveTable } from "./curve-file";
import { pointAt, unitCurves } from "./run-curves";

const CURVE: RunCurve = {
  run: "a",
  step: 3,
  wall_time: 1,
  message: null,
  curve: {
    threshold: [0, 0.5, 1],
    true_positives: [2, 1, 0],
    false_positives: [2, 0, 0],
    true_negatives: [0, 2, 2],
    false_negatives: [0, 1, 2],
    precision: [0.5, 1, "NaN"],
    recall: [1, 0.5, 0],
    false_positive_rate: [1, 0, 0],
    average_precision: 0.75,
    roc_area: 0.75,
  },
};
const look = () => ({ colour: "red", dash: 1 });

it("draws precision over recall, and the rate of true positives over that of false ones", () => {
  const [precision] = unitCurves([CURVE], "precision", 0.6, look);
  expect(precision?.x).toEqual([1, 0.5, 0]);
  expect(precision?.y).toEqual([0.5, 1, Number.NaN]);
  expect(precision).toMatchObject({ key: "a", colour: "red", dash: 1, marked: 1 });
  const [roc] = unitCurves([CURVE], "roc", 0, look);
  expect([roc?.x, roc?.y]).toEqual([
    [1, 0, 0],
    [1, 0.5, 0],
  ]);
});

it("leaves out what cannot be read, and a ROC without counts", () => {
  const unread = { ...CURVE, curve: null, message: "gone" };
  const points = CURVE.curve as NonNullable<RunCurve["curve"]>;
  const none = { ...CURVE, curve: { ...points, false_positive_rate: ["NaN" as const] } };
  expect(unitCurves([unread, none], "roc", 0, look)).toEqual([]);
  expect(unitCurves([unread, none], "precision", 0, look)).toHaveLength(1);
});

it("finds the nearest threshold", () => {
  const curve = { threshold: [0, 0.25, 0.5, 1] };
  expect([-1, 0.1, 0.2, 0.7, 9].map((value) => pointAt(curve, value))).toEqual([0, 0, 1, 2, 3]);
});

it("has a row for every threshold of every run that can be read", () => {
  const unread = { ...CURVE, run: "b", curve: null, message: "gone" };
  const { columns, rows } = curveTable([CURVE, unread], (run) => `run ${run}`);
  expect(columns).toHaveLength(10);
  expect(rows).toHaveLength(3);
  expect(rows[2]).toEqual(["run a", 3, 1, 0, 0, 2, 2, Number.NaN, 0, 0]);
});

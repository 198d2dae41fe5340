/** The curves of runs as they are drawn, and what they say at a threshold. */
import type { CurvePoints, RunCurve } from "../../api/types";
import type { UnitCurve } from "../../chart/unit/unit-curve";

export interface Look {
  readonly colour: string;
  readonly dash: number;
}

/** A column as sent: what JSON has no sign for is a word. */
function numbers(column: readonly (number | string)[]): number[] {
  return column.map(Number);
}

/** The point whose threshold is nearest. */
export function pointAt({ threshold }: Pick<CurvePoints, "threshold">, wanted: number): number {
  let best = 0;
  threshold.forEach((value, at) => {
    const distance = Math.abs(Number(value) - wanted);
    if (distance < Math.abs(Number(threshold[best]) - wanted)) best = at;
  });
  return best;
}

export type Axes = "precision" | "roc";

export function unitCurves(
  curves: readonly RunCurve[],
  axes: Axes,
  threshold: number,
  lookOf: (run: string) => Look,
): UnitCurve[] {
  return curves.flatMap(({ run, curve }) => {
    if (curve === null) return [];
    const rates = numbers(curve.false_positive_rate);
    if (axes === "roc" && rates.every(Number.isNaN)) return [];
    const recall = numbers(curve.recall);
    return [
      {
        key: run,
        ...lookOf(run),
        x: axes === "roc" ? rates : recall,
        y: axes === "roc" ? recall : numbers(curve.precision),
        marked: pointAt(curve, threshold),
      },
    ];
  });
}

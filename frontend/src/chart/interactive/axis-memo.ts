/** The axes of a chart, for as long as nothing changes that they depend on. */
import { axesFor, type ChartScaling, type Logs, type Scales, scalesFor } from "../axes/chart-axes";
import type { ChartAxes } from "../axes/projection";
import type { ChartLines } from "../model/chart-line";

export type AxisInputs = ChartLines & ChartScaling & Logs;

/** The result for the last arguments, for as long as these are the same. */
function memo<A extends readonly unknown[], R>(work: (...given: A) => R): (...given: A) => R {
  let last: { given: A; result: R } | null = null;
  return (...given) => {
    if (last === null || !given.every((one, at) => one === last?.given[at])) {
      last = { given, result: work(...given) };
    }
    return last.result;
  };
}

/** The axes of the inputs as they are; scales ask for all values, so that a zoom keeps them. */
export function axisMemo(inputs: () => AxisInputs): () => ChartAxes {
  const scales = memo(
    (lines: AxisInputs["lines"], under: AxisInputs["under"], logX: boolean, logY: boolean) =>
      scalesFor({ lines, under }, logX, logY),
  );
  const axes = memo(
    (
      scaled: Scales,
      lines: AxisInputs["lines"],
      under: AxisInputs["under"],
      range: AxisInputs["range"],
      yRange: AxisInputs["yRange"],
      hidesOutliers: boolean,
      references: AxisInputs["references"],
    ) => axesFor({ lines, under }, scaled, { range, yRange, hidesOutliers, references }),
  );
  return () => {
    const { lines, under, logX, logY, range, yRange, hidesOutliers, references } = inputs();
    const scaled = scales(lines, under, logX, logY);
    return axes(scaled, lines, under, range, yRange, hidesOutliers, references);
  };
}

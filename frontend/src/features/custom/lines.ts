/** The lines of a chart of several tags, and of lines with a band that other tags give. */
import type { ScalarSeries, Scalars } from "../../api/scalars";
import type { ChartLine } from "../../chart/chart-line";
import { smooth } from "../../lib/smoothing";
import { lowerBound } from "../../lib/sorted";
import type { MarginTags } from "./plan";

export interface Look {
  readonly colour: string;
  readonly name: string;
}

export interface CustomLine extends ChartLine {
  readonly name: string;
}

function xOf(series: ScalarSeries): Float64Array {
  return series.raw ? series.step : series.x;
}

function valuesOf(series: ScalarSeries): Float64Array {
  return series.raw ? series.value : series.mean;
}

function line(key: string, look: Look, dash: number, series: ScalarSeries): CustomLine {
  return {
    key,
    name: look.name,
    colour: look.colour,
    dash,
    side: "left",
    x: xOf(series),
    y: valuesOf(series),
    faint: null,
    band: null,
    nonFinite: null,
    restarts: [],
  };
}

/** A line for each tag and run: the run's colour, dashed by the tag. */
export function tagLines(
  answers: readonly Scalars[],
  weight: number,
  lookOf: (run: string, tag: string) => Look,
): CustomLine[] {
  return answers.flatMap(({ tag, series }, dash) =>
    series.map((one) => {
      const drawn = line(`${tag}\n${one.run}`, lookOf(one.run, tag), dash, one);
      const y = smooth(drawn.x, drawn.y, { kind: "ema", amount: weight });
      return { ...drawn, y, faint: y === drawn.y ? null : drawn.y };
    }),
  );
}

/** The values at `x` of what is known at `from`, on straight lines between neighbours; NaN beyond. */
export function valuesAt(x: Float64Array, from: Float64Array, values: Float64Array): Float64Array {
  return x.map((at) => {
    const after = lowerBound(from, at);
    const right = from[after];
    if (right === undefined) return Number.NaN;
    if (right === at) return values[after] as number;
    if (after === 0) return Number.NaN;
    const left = from[after - 1] as number;
    const part = (at - left) / (right - left);
    return (values[after - 1] as number) * (1 - part) + (values[after] as number) * part;
  });
}

/** A line for each margin and run that has all three of its tags, with its band. */
export function marginLines(
  answers: readonly Scalars[],
  margins: readonly MarginTags[],
  lookOf: (run: string, tag: string) => Look,
): CustomLine[] {
  const seriesOf = (tag: string, run: string) =>
    answers.find((answer) => answer.tag === tag)?.series.find((one) => one.run === run);
  return margins.flatMap(({ value, lower, upper }, dash) => {
    const runs = answers.find(({ tag }) => tag === value)?.series.map(({ run }) => run) ?? [];
    return runs.flatMap((run) => {
      const [middle, low, high] = [value, lower, upper].map((tag) => seriesOf(tag, run));
      if (!middle || !low || !high) return [];
      const drawn = line(`${value}\n${run}`, lookOf(run, value), dash, middle);
      const band = {
        min: valuesAt(drawn.x, xOf(low), valuesOf(low)),
        max: valuesAt(drawn.x, xOf(high), valuesOf(high)),
      };
      return [{ ...drawn, band }];
    });
  });
}

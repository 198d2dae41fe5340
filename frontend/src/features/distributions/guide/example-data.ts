/** Distributions that can be checked by eye: normal ones, and typical faults. */
import type { Histograms, StepHistogram } from "../../../api/histograms";

const BUCKETS = 60;
const STEPS = 12;
/** The shares of a normal distribution that lie below each of the nine percentiles. */
const DEVIATIONS = [-3.2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 3.2];

type Density = (value: number) => number;

function normal(mean: number, deviation: number): Density {
  return (value) => Math.exp(-(((value - mean) / deviation) ** 2) / 2) / deviation;
}

/** The density is that of values from −4 to 4, which the scale then stretches. */
function histogram(
  step: number,
  density: Density,
  percentiles: readonly number[],
  scale: number,
): StepHistogram {
  const width = 8 / BUCKETS;
  const left = Float64Array.from({ length: BUCKETS }, (_, at) => -4 + at * width);
  const count = left.map((edge) => Math.round(10_000 * width * density(edge + width / 2)));
  return {
    step,
    wallTime: step,
    left: left.map((edge) => edge * scale),
    right: left.map((edge) => (edge + width) * scale),
    count,
    total: count.reduce((sum, each) => sum + each, 0),
    percentiles: Float64Array.from(percentiles, (value) => value * scale),
  };
}

function overSteps(
  density: (share: number) => Density,
  percentiles: (share: number) => number[],
  scale = 1,
): StepHistogram[] {
  return Array.from({ length: STEPS }, (_, at) => {
    const share = at / (STEPS - 1);
    return histogram(100 * at, density(share), percentiles(share), scale);
  });
}

function asHistograms(steps: readonly StepHistogram[], sign?: string): Histograms {
  const warnings = sign === undefined ? [] : [{ kind: sign, step: 0, message: "", method: "" }];
  const counts = { total: steps.length, hidden: 0, unread: [] };
  return { tag: "example", series: [{ run: "example", ...counts, warnings, steps }] };
}

/** A layer whose weights begin close to zero and spread, as they do when training goes well. */
export const HEALTHY: Histograms = asHistograms(
  overSteps(
    (share) => normal(0.4 * share, 0.45 + 0.55 * share),
    (share) => DEVIATIONS.map((d) => 0.4 * share + d * (0.45 + 0.55 * share)),
  ),
);

/** A layer that dies: more and more of its values are zero. */
export const DYING: Histograms = asHistograms(
  overSteps(
    (share) => (value) => (1 - share) * normal(0, 1)(value) + share * normal(0, 0.04)(value),
    (share) => DEVIATIONS.map((d) => d * (1 - share)),
  ),
  "dead",
);

/** A layer that saturates: its values gather at both bounds. */
export const SATURATING: Histograms = asHistograms(
  overSteps(
    (share) => (value) =>
      (1 - share) * normal(0, 0.8)(value) +
      (share / 2) * (normal(-3, 0.12)(value) + normal(3, 0.12)(value)),
    (share) => DEVIATIONS.map((d) => d * (1 - share) + Math.sign(d) * 3 * share),
    1 / 3,
  ),
  "saturated",
);

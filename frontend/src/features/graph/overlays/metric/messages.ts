/** The texts of metrics on the graph. */
import { counted, countText, percentText, valueText } from "../../../../lib/format/number";

export const metricBar = "Metric of the training";
export const metric = "Metric";
export const statistic = "Statistic";
export const view = "Show";
export const step = "Step";
export const loadingTags = "Matching tags with scopes…";
export const loadingValues = "Loading values…";
export const noValues = "There is no value to show at any step.";
export const noFiniteValue = "Every value is NaN or infinite, so there is no scale of colours.";
export const stepsShown = (shown: number, total: number): string =>
  `${countText(shown)} of ${counted(total, "step")}`;
export const stepsHint = "The steps on show are spread evenly over all that were logged";
export const noMetrics =
  "No tag of this run names a scope. The graph structure panel lists tags and takes rules for them.";
export const chooseStep = "Choose the step since which.";
export const chooseRun = "Choose a baseline run.";
export const chooseMetric = "Choose the metric to divide by.";
export const sinceThisStep = "Since this step";
export const sinceStep = (step: string): string => `since step ${step}`;
export const baseline = "Baseline run";
export const dividedBy = "Divided by";
export const choose = "Choose…";
export const tagsAlone = "values";
export const metricOption = (name: string, scopes: number): string =>
  `${name || tagsAlone} (${countText(scopes)})`;
export const scalars = "Scalars";
export const histograms = "Histograms";
export const VIEW_TEXTS = {
  value: "Value",
  rate: "Change per step",
  change: "Change since a step",
  share: "Share of the sum",
  ratio: "Ratio to a run",
  over: "Ratio to a metric",
} as const;
export const STATISTIC_TEXTS = {
  norm: "norm",
  mean: "mean",
  std: "standard deviation",
  zeros: "share of zeros",
  p5: "5th percentile",
  p50: "median",
  p95: "95th percentile",
} as const;
export const SCALE_TEXTS = {
  linear: "linear",
  log: "logarithmic",
  magnitude: "by magnitude",
  ratio: "by distance from 1",
} as const;
export const notFinite = "NaN or ∞";
export const metricText = (value: number, isShare: boolean): string => {
  if (!Number.isFinite(value)) return notFinite;
  return isShare ? percentText(value, 1) : valueText(value);
};
export const noValue = "nothing logged";
export const scaleRange = (from: string, to: string, kind: string): string =>
  `Colours from ${from} to ${to}, ${kind}; a closed scope has the worst inside it`;

/** What stands under the pointer, in words. */
import type { StepHistogram } from "../../../api/histograms";
import { countText, shareText, valueText } from "../../../lib/format/number";
import { type Rect, rectContains } from "../../../lib/geometry/geometry";
import * as messages from "../messages";
import { bucketAt } from "../plot/density";
import { xOf } from "../plot/draw-over-steps";
import { type Facet, type FacetRun, positionOn, stepsAcross } from "../plot/facet";
import { backToFront, baselineOf } from "../plot/ridge-layout";
import { placeText } from "../plot/step-positions";

export interface Reading {
  readonly run: FacetRun;
  readonly step: StepHistogram;
  /** Where on the axis of values the pointer is. */
  readonly value: number;
  readonly text: string;
}

/** The reading at a point of the card; null where there is nothing. */
export function readingAt(facets: readonly Facet[], x: number, y: number): Reading | null {
  const facet = facets.find(({ rect }) => rectContains(rect, x, y));
  if (facet === undefined) return null;
  const found = stepAt(facet, x, y);
  if (found === null) return null;
  const value = valueAt(facet, x, y);
  return { ...found, value, text: readingText(facet, found.run, found.step, value) };
}

interface FoundStep {
  readonly run: FacetRun;
  readonly step: StepHistogram;
}

function valueAt({ plot, values, look }: Facet, x: number, y: number): number {
  const share = stepsAcross(look.mode)
    ? (plot.y + plot.height - y) / plot.height
    : (x - plot.x) / plot.width;
  return values.low + Math.min(1, Math.max(0, share)) * (values.high - values.low);
}

function stepAt(facet: Facet, x: number, y: number): FoundStep | null {
  if (facet.look.mode === "overlay") return lastOf(facet);
  const distanceTo = stepsAcross(facet.look.mode)
    ? (place: number) => Math.abs(xOf(facet, place) - x)
    : (place: number) => ridgeDistance(facet.plot, baselineOf(facet, place), y);
  let best: FoundStep | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { run, at, place } of backToFront(facet)) {
    const distance = distanceTo(place);
    const step = run.data.steps[at];
    if (distance <= least && step !== undefined) [best, least] = [{ run, step }, distance];
  }
  return best;
}

/** A pointer means the curve whose foot is a little below it. */
function ridgeDistance(plot: Rect, baseline: number, y: number): number {
  return Math.abs(baseline - Math.min(y + 4, plot.y + plot.height));
}

/** Of curves over each other: the chosen step, or the last. */
function lastOf({ runs }: Facet): FoundStep | null {
  const run = runs[0];
  const step = run?.chosen ?? run?.data.steps[run.data.steps.length - 1];
  return run === undefined || step === undefined ? null : { run, step };
}

function readingText(facet: Facet, run: FacetRun, step: StepHistogram, value: number): string {
  const { axis, mode } = facet.look;
  const place = positionOn(run, step, axis);
  const steps = messages.stepValue(Math.round(step.step));
  const where = axis === "step" ? steps : `${steps}, ${placeText(place, axis)}`;
  const what = mode === "bands" ? bandText(step, value) : bucketText(step, value);
  return `${where}: ${what}`;
}

/** `1,234 of 50,000 values (2.5 %) from −0.12 to −0.1`. */
export function bucketText(step: StepHistogram, value: number): string {
  const at = bucketAt(step, value);
  if (at < 0) return messages.noValuesAt(value);
  const count = step.count[at] ?? 0;
  const edges = messages.valueRange(step.left[at] ?? 0, step.right[at] ?? 0);
  const values = messages.amountOf(amount(count), amount(step.total));
  return messages.bucketSummary(values, shareText(count / step.total), edges);
}

/** Counts are whole but for histograms of weighted values. */
function amount(count: number): string {
  return Number.isInteger(count) ? countText(count) : valueText(count);
}

/** The bands by what they hold, narrowest first, and the percentiles that they lie between. */
export const BANDS = [
  { share: "38 %", low: 3, high: 5 },
  { share: "68 %", low: 2, high: 6 },
  { share: "87 %", low: 1, high: 7 },
  { share: "100 %", low: 0, high: 8 },
] as const;

function bandText({ percentiles }: StepHistogram, value: number): string {
  const at = (column: number) => percentiles[column] ?? Number.NaN;
  const band = BANDS.find(({ low, high }) => value >= at(low) && value <= at(high));
  const median = messages.medianSummary(at(4));
  const { share, low, high } = band ?? BANDS[3];
  return messages.bandSummary(share, at(low), at(high), median);
}

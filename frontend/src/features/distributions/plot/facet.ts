/** A plot of one run, or of several over each other: what it shows and where. Plain data. */
import type { Histograms, RunHistograms, StepHistogram } from "../../../api/histograms";
import type { Axis } from "../../../api/types";
import { nearestIndex } from "../../../lib/algorithms/binary-search";
import type { Rect } from "../../../lib/geometry/geometry";
import type { CutName } from "../../../lib/lists/cut-names";
import type { Mode, Tails } from "../options/tab-options";
import { type ValueRange, valueRange } from "./density";
import { facetRects, insideOf, type Margins } from "./facet-layout";
import { type PlaceRange, placeRange, placesOf } from "./step-positions";
import { stepTicks, textWidth } from "./step-ticks";

export interface RunLook {
  readonly colour: string;
  readonly name: string;
  /** Where the name gives way. */
  readonly pieces: CutName;
  /** How its lines are dashed: runs of one experiment have one colour. */
  readonly dash: readonly number[];
}

/** How all facets of a card are drawn. */
export interface Look {
  readonly mode: Mode;
  readonly axis: Axis;
  readonly isLog: boolean;
  readonly tails: Tails;
  readonly isStacked: boolean;
}

/** The steps that the viewer chose: the one of the step cursor, and one held to compare with. */
export interface Picked {
  readonly step: number | null;
  readonly held: number | null;
}

export interface FacetRun extends RunLook {
  readonly data: RunHistograms;
  /** Where each step stands on the axis. */
  readonly places: readonly number[];
  /** The histogram at the chosen step, and at the held one: the nearest that was logged. */
  readonly chosen: StepHistogram | null;
  readonly held: StepHistogram | null;
}

export interface Facet {
  /** With the axes and the title. */
  readonly rect: Rect;
  readonly plot: Rect;
  /** Whether the runs are named above the plot: where there is only one, the card says enough. */
  readonly hasTitle: boolean;
  /** Whether the axis of values is this facet's own, unlike those beside it. */
  readonly hasOwnValues: boolean;
  readonly runs: readonly FacetRun[];
  readonly values: ValueRange;
  readonly places: PlaceRange;
  readonly look: Look;
}

const TITLE_PX = 16;
const MARGINS: Record<Mode, Margins> = {
  ridges: { top: 4, right: 0, bottom: 20, left: 6 },
  overlay: { top: 4, right: 8, bottom: 20, left: 6 },
  heatmap: { top: 4, right: 8, bottom: 20, left: 50 },
  bands: { top: 4, right: 8, bottom: 20, left: 50 },
};

/** From ridges to the steps beside them. */
export const STEP_GAP_PX = 5;

/** Whether steps run along the width: then values run along the height. */
export function stepsAcross(mode: Mode): boolean {
  return mode === "heatmap" || mode === "bands";
}

/** So much wider than the narrowest, a run's values would hide those of all others. */
const MAX_TIMES = 20;

/**
 * The facets of a card, nothing picked. Heat maps cannot lie over each other: they stand side by
 * side always. Facets share an axis of values, unless one run's values are far wider than another's.
 */
export function composeFacets(
  histograms: Histograms,
  look: Look,
  lookOf: (run: string) => RunLook,
  size: { readonly width: number; readonly height: number },
): Facet[] {
  const series = histograms.series.filter(({ steps }) => steps.length > 0);
  const runs = series.map((data) => facetRun(data, look.axis, lookOf(data.run)));
  const isStacked = look.isStacked && look.mode !== "heatmap";
  const groups = isStacked && runs.length > 0 ? [runs] : runs.map((run) => [run]);
  const rects = facetRects(groups.length, size.width, size.height);
  const ranges = groups.map((own) =>
    valueRange(
      own.map(({ data }) => data),
      look.tails,
    ),
  );
  const hasOwnValues = areFarApart(ranges);
  const shared = valueRange(series, look.tails);
  const places = placeRange(runs.map((run) => run.places));
  const hasTitle = histograms.series.length > 1;
  const margins = marginsOf(look, hasTitle, places, rects[0]?.height ?? 0);
  return groups.map((own, at) => {
    const rect = rects[at] as Rect;
    const values = hasOwnValues ? (ranges[at] as ValueRange) : shared;
    const plot = insideOf(rect, margins);
    return { rect, plot, hasTitle, hasOwnValues, runs: own, values, places, look };
  });
}

/** Steps beside ridges have the room that the longest of their texts needs. */
function marginsOf(look: Look, hasTitle: boolean, places: PlaceRange, height: number): Margins {
  const margins = MARGINS[look.mode];
  const top = margins.top + (hasTitle ? TITLE_PX : 0);
  if (look.mode !== "ridges") return { ...margins, top };
  const texts = stepTicks(places, look.axis, height - top - margins.bottom, "column");
  const widest = Math.max(0, ...texts.map(({ text }) => textWidth(text)));
  return { ...margins, top, right: widest + STEP_GAP_PX + 1 };
}

function areFarApart(ranges: readonly ValueRange[]): boolean {
  const sizes = ranges.map(({ low, high }) => high - low);
  return Math.max(...sizes) > MAX_TIMES * Math.min(...sizes);
}

function facetRun(data: RunHistograms, axis: Axis, look: RunLook): FacetRun {
  return { ...look, data, places: placesOf(data, axis), chosen: null, held: null };
}

/** The same facets with the histograms of the steps that were picked; `exact` may know them. */
export function withPicked(
  facets: readonly Facet[],
  exact: Histograms | null,
  picked: Picked,
): Facet[] {
  const pick = (run: FacetRun): FacetRun => {
    const read = exact?.series.find((own) => own.run === run.data.run)?.steps ?? [];
    const at = (step: number | null) => (step === null ? null : nearestStep(run.data, read, step));
    return { ...run, chosen: at(picked.step), held: at(picked.held) };
  };
  return facets.map((facet) => ({ ...facet, runs: facet.runs.map(pick) }));
}

/** Whether anything is to stand out. */
export function isPicked(facets: readonly Facet[]): boolean {
  return facets.some(({ runs }) => runs.some(({ chosen, held }) => (chosen ?? held) !== null));
}

/** The histogram at a step, read exactly where it was, or of those drawn the nearest one. */
function nearestStep(
  { steps }: RunHistograms,
  read: readonly StepHistogram[],
  step: number,
): StepHistogram | null {
  const exact = read.find((own) => own.step === step);
  if (exact !== undefined) return exact;
  const all = Float64Array.from(steps, (own) => own.step);
  return steps[nearestIndex(all, step)] ?? null;
}

/** The place of a histogram on the axis; it may not be among those drawn. */
export function positionOn(run: FacetRun, { step, wallTime }: StepHistogram, axis: Axis): number {
  if (axis === "step") return step;
  if (axis === "wall_time") return wallTime;
  const origin = (run.data.steps[0]?.wallTime ?? 0) - (run.places[0] ?? 0);
  return wallTime - origin;
}

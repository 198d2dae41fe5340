/** Curves of steps: in front of each other, or over each other. */
import type { StepHistogram } from "../../../api/histograms";
import { type Facet, type FacetRun, positionOn } from "./facet";
import { curveOf, curvePoints } from "./histogram-curve";
import { type Brush, fillPath, mixed, strokePath } from "./pen";
import { backToFront, baselineOf, ridgeHeight } from "./ridge-layout";
import { shareOf } from "./step-positions";

const FADED = 0.3;
const HELD_DASH = [5, 3];

/** Of the steps drawn: those that are picked are drawn to the same measure. */
function largestOf({ runs, values, plot }: Facet): number {
  const steps = runs.flatMap(({ data }) => data.steps);
  return Math.max(0, ...steps.map((step) => curveOf(step, values, plot.width).largest));
}

/** What makes the points of a step's curve on its baseline. */
function outliner(facet: Facet): (step: StepHistogram, place: number) => number[] {
  const { plot, values, look } = facet;
  const largest = largestOf(facet);
  const isOverlay = look.mode === "overlay";
  const height = isOverlay ? plot.height * 0.96 : ridgeHeight(facet);
  return (step, place) => {
    const baseline = isOverlay ? plot.y + plot.height : baselineOf(facet, place);
    const curve = curveOf(step, values, plot.width);
    return curvePoints(curve, plot, baseline, height, largest, look.isLog);
  };
}

/** The first step is pale and the last has the run's colour. */
function ageColour({ ink }: Brush, { places }: Facet, colour: string, place: number): string {
  return mixed(ink.surface, colour, 0.28 + 0.72 * shareOf(place, places));
}

export function paintRidges(brush: Brush, facet: Facet): void {
  const outlineOf = outliner(facet);
  for (const { run, at, place } of backToFront(facet)) {
    const outline = outlineOf(run.data.steps[at] as StepHistogram, place);
    brush.context.globalAlpha = facet.runs.length > 1 ? 0.6 : 0.92;
    fillPath(brush, outline, ageColour(brush, facet, run.colour, place));
    brush.context.globalAlpha = 1;
    strokePath(brush, outline, { colour: brush.ink.surface, width: 0.8 });
  }
}

export function paintOverlay(brush: Brush, facet: Facet): void {
  const outlineOf = outliner(facet);
  brush.context.globalAlpha = brush.isFaded ? FADED : 1;
  for (const { run, at, place } of backToFront(facet)) {
    const colour = ageColour(brush, facet, run.colour, place);
    const outline = outlineOf(run.data.steps[at] as StepHistogram, place);
    strokePath(brush, outline, { colour, width: 1, dash: run.dash });
  }
  brush.context.globalAlpha = 1;
}

/** The curves of the steps that were picked, in front of the others. */
export function paintPickedCurves(brush: Brush, facet: Facet): void {
  const outlineOf = outliner(facet);
  for (const { run, step, isHeld } of pickedOf(facet)) {
    const outline = outlineOf(step, positionOn(run, step, facet.look.axis));
    if (facet.look.mode === "overlay") {
      brush.context.globalAlpha = isHeld ? 0.1 : 0.22;
      fillPath(brush, outline, run.colour);
      brush.context.globalAlpha = 1;
    }
    strokePath(brush, outline, pickedStyle(brush, run, facet, isHeld));
  }
}

interface PickedStep {
  readonly run: FacetRun;
  readonly step: StepHistogram;
  readonly isHeld: boolean;
}

/** The chosen step of each run stands in front of the one that is held. */
export function pickedOf({ runs }: Facet): PickedStep[] {
  const of = (run: FacetRun, step: StepHistogram | null, isHeld: boolean): PickedStep[] =>
    step === null ? [] : [{ run, step, isHeld }];
  return [
    ...runs.flatMap((run) => of(run, run.held, true)),
    ...runs.flatMap((run) => of(run, run.chosen, false)),
  ];
}

function pickedStyle(brush: Brush, run: FacetRun, { runs }: Facet, isHeld: boolean) {
  const colour = runs.length > 1 ? run.colour : brush.ink.text;
  return isHeld ? { colour, width: 1.5, dash: HELD_DASH } : { colour, width: 2 };
}

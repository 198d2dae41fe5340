/** Curves of steps: in front of each other, or over each other. */
import type { StepHistogram } from "../../api/histograms";
import { type Brush, fillPath, mixed, strokePath } from "./brush";
import { type Curve, curveOf, curvePoints } from "./curve";
import { type Facet, type FacetRun, placeOf } from "./facet";
import { shareOf } from "./places";
import { backToFront, baselineOf, ridgeHeight } from "./ridge-place";

const FADED = 0.3;
const HELD_DASH = [5, 3];

function curvesOf(facet: Facet): Map<StepHistogram, Curve> {
  const shown = facet.runs.flatMap(({ data, chosen, held }) => [...data.steps, chosen, held]);
  return new Map(
    shown.flatMap((step) =>
      step === null ? [] : [[step, curveOf(step, facet.values, facet.plot.width)]],
    ),
  );
}

function largestOf(curves: Map<StepHistogram, Curve>): number {
  return Math.max(0, ...[...curves.values()].map(({ largest }) => largest));
}

/** The first step is pale and the last has the run's colour. */
function ageColour({ ink }: Brush, { places }: Facet, colour: string, place: number): string {
  return mixed(ink.surface, colour, 0.28 + 0.72 * shareOf(place, places));
}

export function paintRidges(brush: Brush, facet: Facet): void {
  const curves = curvesOf(facet);
  const largest = largestOf(curves);
  const height = ridgeHeight(facet);
  const points = (step: StepHistogram, place: number) =>
    curvePoints(
      curves.get(step) as Curve,
      facet.plot,
      baselineOf(facet, place),
      height,
      largest,
      facet.look.isLog,
    );
  for (const { run, at, place } of backToFront(facet)) {
    const step = run.data.steps[at] as StepHistogram;
    const outline = points(step, place);
    brush.context.globalAlpha = facet.runs.length > 1 ? 0.6 : 0.92;
    fillPath(brush, outline, ageColour(brush, facet, run.colour, place));
    brush.context.globalAlpha = 1;
    strokePath(brush, outline, { colour: brush.ink.surface, width: 0.8 });
  }
  for (const { run, step, isHeld } of pickedOf(facet)) {
    const outline = points(step, placeOf(run, step, facet.look.axis));
    strokePath(brush, outline, pickedStyle(brush, run, facet, isHeld));
  }
}

export function paintOverlay(brush: Brush, facet: Facet): void {
  const curves = curvesOf(facet);
  const largest = largestOf(curves);
  const { plot, look } = facet;
  const points = (step: StepHistogram) =>
    curvePoints(
      curves.get(step) as Curve,
      plot,
      plot.y + plot.height,
      plot.height * 0.96,
      largest,
      look.isLog,
    );
  const picked = pickedOf(facet);
  brush.context.globalAlpha = picked.length > 0 ? FADED : 1;
  for (const { run, at, place } of backToFront(facet)) {
    const colour = ageColour(brush, facet, run.colour, place);
    const style = { colour, width: 1, dash: run.dash };
    strokePath(brush, points(run.data.steps[at] as StepHistogram), style);
  }
  for (const { run, step, isHeld } of picked) {
    const outline = points(step);
    brush.context.globalAlpha = isHeld ? 0.1 : 0.22;
    fillPath(brush, outline, run.colour);
    brush.context.globalAlpha = 1;
    strokePath(brush, outline, pickedStyle(brush, run, facet, isHeld));
  }
  brush.context.globalAlpha = 1;
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

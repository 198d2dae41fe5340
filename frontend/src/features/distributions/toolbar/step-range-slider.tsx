/** The range of steps that all cards show: two handles on one line. */
import { useRef } from "preact/hooks";
import { nearestIndex } from "../../../lib/algorithms/binary-search";
import { countText } from "../../../lib/format/number";
import { commitHistory, settleHistory } from "../../../state/address/url-state";
import {
  chooseStepRange,
  moveStepRange,
  type StepRange,
  stepRange,
} from "../../../state/tags/selected-step";
import { loggedSteps } from "../data/logged-steps";
import * as messages from "../messages";

/** The handles go from one logged step to the next, however far apart these are. */
function indexOf(steps: Float64Array, end: number, otherwise: number): number {
  return Number.isFinite(end) ? nearestIndex(steps, end) : otherwise;
}

/** All steps are no range: new ones belong to it as they come. */
function rangeOf(steps: Float64Array, first: number, last: number): StepRange | null {
  const from = first > 0 ? (steps[first] ?? 0) : Number.NEGATIVE_INFINITY;
  const to = last < steps.length - 1 ? (steps[last] ?? 0) : Number.POSITIVE_INFINITY;
  return Number.isFinite(from) || Number.isFinite(to) ? { from, to } : null;
}

/** A drag is one step in the history: its first change makes it, the others go into it. */
function useDrag() {
  const dragging = useRef(false);
  const move = (range: StepRange | null) => {
    moveStepRange(range);
    if (!dragging.current) commitHistory();
    dragging.current = true;
  };
  const end = () => {
    settleHistory();
    dragging.current = false;
  };
  return { move, end };
}

export function StepRangeSlider() {
  const steps = loggedSteps.value;
  const drag = useDrag();
  if (steps.length < 3) return null;
  const last = steps.length - 1;
  const from = indexOf(steps, stepRange.value?.from ?? Number.NEGATIVE_INFINITY, 0);
  const to = indexOf(steps, stepRange.value?.to ?? Number.POSITIVE_INFINITY, last);
  const handle = (value: number, label: string, move: (index: number) => void) => (
    <input
      type="range"
      min={0}
      max={last}
      value={value}
      aria-label={label}
      aria-valuetext={messages.stepValue(steps[value] ?? 0)}
      onInput={(input) => move(input.currentTarget.valueAsNumber)}
      onChange={drag.end}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take the bar's height
    <div
      class="distribution-step-range-slider"
      role="group"
      aria-label={messages.drawnRange}
      data-tooltip={messages.drawnRangeTitle}
      onDblClick={() => chooseStepRange(null)}
    >
      <span>{countText(steps[from] ?? 0)}</span>
      <div class="distribution-step-range-track">
        {handle(from, messages.firstDrawnStep, (index) =>
          drag.move(rangeOf(steps, Math.min(index, to), to)),
        )}
        {handle(to, messages.lastDrawnStep, (index) =>
          drag.move(rangeOf(steps, from, Math.max(index, from))),
        )}
      </div>
      <span>{countText(steps[to] ?? 0)}</span>
    </div>
  );
}

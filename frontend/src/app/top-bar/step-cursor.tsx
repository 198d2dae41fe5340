/** The step that every tab shows: gone to by number, by its neighbours, or by keys. */

import { settleHistory } from "../../state/address/url-state";
import { areArrowsFree, useShortcuts } from "../../state/shell/shortcuts";
import {
  chooseStep,
  chooseStepRange,
  type StepRange,
  step,
  stepBy,
  stepRange,
  stepsInView,
  stepToEnd,
} from "../../state/tags/selected-step";
import { IconButton } from "../../ui/controls/button";
import { useDraft } from "../../ui/controls/use-draft";
import "./step-cursor.css";

const GROUP = "Steps";
const FAR = 10;

const KEYS = [
  { keys: "ArrowRight", label: "Next step", run: () => areArrowsFree() && stepBy(1) },
  { keys: "ArrowLeft", label: "Previous step", run: () => areArrowsFree() && stepBy(-1) },
  { keys: "Shift+ArrowRight", label: "Ten steps on", run: () => areArrowsFree() && stepBy(FAR) },
  { keys: "Shift+ArrowLeft", label: "Ten steps back", run: () => areArrowsFree() && stepBy(-FAR) },
  { keys: "Home", label: "First step", run: () => areArrowsFree() && stepToEnd("first") },
  { keys: "End", label: "Last step", run: () => areArrowsFree() && stepToEnd("last") },
] as const;

/** A foreign text chooses nothing, and the box shows the step again. */
function takeStep({ value, valueAsNumber, validity }: HTMLInputElement): void {
  if (Number.isFinite(valueAsNumber)) chooseStep(Math.round(valueAsNumber));
  else if (value === "" && !validity.badInput) chooseStep(null);
}

function endText(end: number): string {
  return Number.isFinite(end) ? end.toLocaleString("en-GB") : "…";
}

function RangeChip({ range }: { range: StepRange }) {
  return (
    <span class="step-range">
      {endText(range.from)}–{endText(range.to)}
      <IconButton icon="close" label="All steps" onClick={() => chooseStepRange(null)} />
    </span>
  );
}

export function StepCursor() {
  useShortcuts(KEYS.map((key) => ({ ...key, group: GROUP })));
  const draft = useDraft(String(step.value ?? ""), takeStep);
  const hasSteps = stepsInView.value.length > 0;
  const isIdle = step.value === null && stepRange.value === null;
  if (!hasSteps && isIdle) return null;
  const go = (count: number) => () => {
    stepBy(count);
    settleHistory();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take the bar's height
    <div class={isIdle ? "step-cursor idle" : "step-cursor"} role="group" aria-label="Step">
      {hasSteps && (
        <IconButton icon="chevron-left" label="Previous step" shortcut="←" onClick={go(-1)} />
      )}
      <input
        type="number"
        step={1}
        aria-label="Step shown on every tab"
        placeholder="Step"
        {...draft}
      />
      {hasSteps && (
        <IconButton icon="chevron-right" label="Next step" shortcut="→" onClick={go(1)} />
      )}
      {step.value !== null && (
        <IconButton icon="close" label="Choose no step" onClick={() => chooseStep(null)} />
      )}
      {stepRange.value !== null && <RangeChip range={stepRange.value} />}
    </div>
  );
}

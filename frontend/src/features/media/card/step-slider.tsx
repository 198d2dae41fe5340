/** A slider over the steps of a tag, with a box for an exact one: linked to all tabs, or free. */
import type { Signal } from "@preact/signals";
import { nearestStep } from "../../../lib/algorithms/nearest-step";
import { chooseStep, step as linkedStep, moveStep } from "../../../state/tags/selected-step";
import { IconButton } from "../../../ui/controls/button";
import { Checkbox } from "../../../ui/controls/checkbox";
import { NumberField } from "../../../ui/controls/number-field";
import * as messages from "../messages";

interface StepSliderProps {
  readonly label: string;
  /** Ascending. */
  readonly steps: readonly number[];
  /** The card's own step while it is free; undefined while it is linked. */
  readonly own: Signal<number | null | undefined>;
}

/** The step that a card shows; null for the last. */
export function stepOf(own: Signal<number | null | undefined>): number | null {
  return own.value === undefined ? linkedStep.value : own.value;
}

export function StepSlider({ label, steps, own }: StepSliderProps) {
  const isLinked = own.value === undefined;
  const step = stepOf(own);
  const shown = nearestStep(steps, step) ?? 0;
  const at = steps.indexOf(shown);
  const go = (next: number | undefined, isLast: boolean): void => {
    if (next === undefined) return;
    if (!isLinked) own.value = next;
    else if (isLast) chooseStep(next);
    else moveStep(next);
  };
  return (
    <div class="media-step-slider">
      <IconButton
        icon="chevron-left"
        label={messages.previousStep}
        disabled={at <= 0}
        onClick={() => go(steps[at - 1], true)}
      />
      <input
        type="range"
        min={0}
        max={Math.max(0, steps.length - 1)}
        value={at}
        aria-label={messages.stepOf(label)}
        aria-valuetext={messages.stepValue(shown)}
        disabled={steps.length < 2}
        onInput={({ currentTarget }) => go(steps[Number(currentTarget.value)], false)}
        onChange={({ currentTarget }) => go(steps[Number(currentTarget.value)], true)}
      />
      <IconButton
        icon="chevron-right"
        label={messages.nextStep}
        disabled={at < 0 || at >= steps.length - 1}
        onClick={() => go(steps[at + 1], true)}
      />
      <NumberField
        label={messages.exactStepOf(label)}
        value={shown}
        onChange={(typed) => go(nearestStep(steps, typed) ?? undefined, true)}
      />
      <Checkbox
        label={messages.linked}
        tooltip={messages.linkedTitle}
        checked={isLinked}
        onChange={() => {
          own.value = isLinked ? shown : undefined;
        }}
      />
    </div>
  );
}

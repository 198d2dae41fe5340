/** The step that every tab shows: gone to by number, by its neighbours, or by keys. */

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { countText } from "../../lib/format/number";
import { settleHistory } from "../../state/address/url-state";
import { keySteps } from "../../state/shell/announcements";
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
import * as messages from "../messages";
import "./step-cursor.css";

const GROUP = "steps";
const FAR = 10;

function spokenStep(): string {
  keySteps.value += 1;
  const now = step.peek();
  return now === null ? "" : messages.stepSpoken(now);
}

const KEYS = [
  { keys: "ArrowRight", label: messages.nextStep, run: () => areArrowsFree() && stepBy(1) },
  { keys: "ArrowLeft", label: messages.previousStep, run: () => areArrowsFree() && stepBy(-1) },
  {
    keys: "Shift+ArrowRight",
    label: messages.forwardTen,
    run: () => areArrowsFree() && stepBy(FAR),
  },
  { keys: "Shift+ArrowLeft", label: messages.backTen, run: () => areArrowsFree() && stepBy(-FAR) },
  { keys: "Home", label: messages.firstStep, run: () => areArrowsFree() && stepToEnd("first") },
  { keys: "End", label: messages.lastStep, run: () => areArrowsFree() && stepToEnd("last") },
] as const;

/** In a narrow window it stands on the page only with a step, or after the viewer requested it. */
const isRequested = signal(false);

export function requestStep(): void {
  isRequested.value = true;
}

/** A foreign text chooses nothing, and the box shows the step again. */
function applyStep({ value, valueAsNumber, validity }: HTMLInputElement): void {
  if (Number.isFinite(valueAsNumber)) chooseStep(Math.round(valueAsNumber));
  else if (value === "" && !validity.badInput) chooseStep(null);
}

function endText(end: number): string {
  return Number.isFinite(end) ? countText(end) : "…";
}

function RangeChip({ range }: { range: StepRange }) {
  return (
    <span class="app-step-range">
      {endText(range.from)}–{endText(range.to)}
      <IconButton icon="close" label={messages.allSteps} onClick={() => chooseStepRange(null)} />
    </span>
  );
}

export function StepCursor() {
  useShortcuts(KEYS.map((key) => ({ ...key, group: GROUP, spoken: spokenStep })));
  const draft = useDraft(String(step.value ?? ""), applyStep);
  const input = useRef<HTMLInputElement>(null);
  const isWanted = isRequested.value;
  // Before the next key, which may be the first digit.
  useLayoutEffect(() => {
    if (isWanted) input.current?.focus();
  }, [isWanted]);
  const hasSteps = stepsInView.value.length > 0;
  const isIdle = step.value === null && stepRange.value === null;
  if (!hasSteps && isIdle) return null;
  const go = (count: number) => () => {
    stepBy(count);
    settleHistory();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take the bar's height
    <div
      class={isIdle && !isWanted ? "app-step-cursor idle" : "app-step-cursor"}
      role="group"
      aria-label={messages.step}
    >
      {hasSteps && (
        <IconButton
          icon="chevron-left"
          label={messages.previousStep}
          shortcut="←"
          onClick={go(-1)}
        />
      )}
      <input
        type="number"
        step={1}
        aria-label={messages.stepOnAllTabs}
        placeholder={messages.step}
        ref={input}
        {...draft}
      />
      {hasSteps && (
        <IconButton icon="chevron-right" label={messages.nextStep} shortcut="→" onClick={go(1)} />
      )}
      {(step.value !== null || isWanted) && (
        <IconButton
          icon="close"
          label={messages.clearStep}
          onClick={() => {
            isRequested.value = false;
            chooseStep(null);
          }}
        />
      )}
      {stepRange.value !== null && <RangeChip range={stepRange.value} />}
    </div>
  );
}

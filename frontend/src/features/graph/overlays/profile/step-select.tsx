/** Which of the measured steps is looked at: a list, and a slider over it where there are several. */
import type { MeasuredStep } from "../../../../api/types";
import * as messages from "../messages";
import { type ProfiledStep, stepTitle } from "./profiled-step";

export function StepSelect({ measured }: { measured: ProfiledStep }) {
  const steps = measured.steps.value;
  const chosen = measured.chosen.value;
  const at = chosen === undefined ? -1 : steps.indexOf(chosen);
  const choose = (index: number): void => {
    const step = steps[index];
    if (step !== undefined) measured.choose(step);
  };
  return (
    <span class="graph-step-select">
      <label>
        {messages.profiledStep}
        <select value={at} onChange={(change) => choose(Number(change.currentTarget.value))}>
          {steps.map((step, index) => (
            <option key={`${step.tag} ${step.step}`} value={index}>
              {optionText(step)}
            </option>
          ))}
        </select>
      </label>
      {steps.length > 1 && (
        <input
          type="range"
          aria-label={messages.profiledStep}
          aria-valuetext={chosen && stepTitle(chosen)}
          min={0}
          max={steps.length - 1}
          value={Math.max(0, at)}
          onInput={(change) => choose(Number(change.currentTarget.value))}
        />
      )}
    </span>
  );
}

function optionText(step: MeasuredStep): string {
  return step.error === null ? stepTitle(step) : messages.unreadableStep(stepTitle(step));
}

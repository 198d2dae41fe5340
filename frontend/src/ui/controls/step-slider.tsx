/** A slider over the steps that there are, however unevenly they stand. */
import * as messages from "../messages";
import "./step-slider.css";

interface StepSliderProps {
  readonly label: string;
  /** Ascending; there is one at least. */
  readonly steps: readonly number[];
  readonly value: number;
  /** While it is dragged. */
  readonly onMove: (step: number) => void;
  /** When it is let go of. */
  readonly onSettle: () => void;
}

export function StepSlider({ label, steps, value, onMove, onSettle }: StepSliderProps) {
  return (
    <label class="ui-steps-slider">
      <span class="ui-visually-hidden">{label}</span>
      <input
        type="range"
        min={0}
        max={steps.length - 1}
        value={steps.indexOf(value)}
        disabled={steps.length < 2}
        aria-valuetext={messages.stepValue(value)}
        onInput={({ currentTarget }) => onMove(steps[currentTarget.valueAsNumber] ?? value)}
        onChange={onSettle}
      />
      <output>{messages.stepValue(value)}</output>
    </label>
  );
}

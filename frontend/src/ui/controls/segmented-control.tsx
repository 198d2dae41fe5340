/** One choice of a few, all in sight: radio buttons, with one stop of the Tab key and the arrows. */
import { useId } from "preact/hooks";
import "./segmented-control.css";

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly {
    readonly value: T;
    readonly text: string;
    readonly tooltip?: string;
  }[];
  readonly onChange: (value: T) => void;
}

export function SegmentedControl<T extends string>({
  label,
  value,
  choices,
  onChange,
}: SegmentsProps<T>) {
  const name = useId();
  return (
    <div class="ui-segmented-control" role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} data-tooltip={choice.tooltip}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.text}
        </label>
      ))}
    </div>
  );
}

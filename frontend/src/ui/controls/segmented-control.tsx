/** One choice of a few, all in sight. */
import "./segmented-control.css";

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly {
    readonly value: T;
    readonly text: string;
    readonly title?: string;
  }[];
  readonly onChange: (value: T) => void;
}

export function Segments<T extends string>({ label, value, choices, onChange }: SegmentsProps<T>) {
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          title={choice.title}
          onClick={() => onChange(choice.value)}
        >
          {choice.text}
        </button>
      ))}
    </fieldset>
  );
}

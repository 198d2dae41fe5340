/** A box to tick, and what it stands for. */
import "./checkbox.css";

interface CheckProps {
  readonly label: string;
  readonly tooltip?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Checkbox({ label, tooltip, checked, onChange }: CheckProps) {
  return (
    <label class="ui-checkbox" data-tooltip={tooltip}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** A box to tick, and what it stands for. */
import "./checkbox.css";

interface CheckProps {
  readonly label: string;
  readonly title?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Check({ label, title, checked, onChange }: CheckProps) {
  return (
    <label class="check" title={title}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

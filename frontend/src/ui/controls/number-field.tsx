/** A field for a number, applied when typing ends; an unfinished number is left alone. */
import { useDraft } from "./use-draft";

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | "any";
  /** What was typed; the box shows `value` again, whatever becomes of it. */
  readonly onChange: (typed: number) => void;
}

export function NumberField({ label, value, min, max, step, onChange }: NumberFieldProps) {
  const draft = useDraft<HTMLInputElement>(String(value), ({ valueAsNumber: typed }) => {
    if (Number.isFinite(typed)) onChange(typed);
  });
  return <input type="number" min={min} max={max} step={step} aria-label={label} {...draft} />;
}

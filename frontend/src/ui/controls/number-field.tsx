/** A box for a number that is taken when it has been typed; what is half typed is left alone. */
import { useDraft } from "./use-draft";

interface NumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | "any";
  /** What was typed; the box shows `value` again, whatever becomes of it. */
  readonly onTake: (typed: number) => void;
}

export function NumberBox({ label, value, min, max, step, onTake }: NumberBoxProps) {
  const draft = useDraft<HTMLInputElement>(String(value), ({ valueAsNumber: typed }) => {
    if (Number.isFinite(typed)) onTake(typed);
  });
  return <input type="number" min={min} max={max} step={step} aria-label={label} {...draft} />;
}

/** Going through more than is shown at once: from which one on, and the pages before and after. */
import { countText } from "../../lib/format/number";
import { IconButton } from "./button";
import { NumberBox } from "./number-field";
import "./pager.css";

interface PagerProps {
  /** What is counted, in the plural: `values at this step`. */
  readonly label: string;
  readonly first: number;
  /** How many are shown at once. */
  readonly size: number;
  readonly total: number;
  readonly onChange: (first: number) => void;
}

export function Pager({ label, first, size, total, onChange }: PagerProps) {
  if (total <= size && first === 0) return null;
  const last = Math.max(0, total - 1);
  const go = (next: number) => onChange(Math.min(last, Math.max(0, next)));
  return (
    <fieldset class="pager">
      <legend class="visually-hidden">Which {label}</legend>
      <IconButton
        icon="chevron-left"
        label={`Previous ${label}`}
        disabled={first === 0}
        onClick={() => go(first - size)}
      />
      <NumberBox
        label={`First of the ${label}`}
        value={first + 1}
        min={1}
        max={total}
        onTake={(typed) => go(Math.round(typed) - 1)}
      />
      <span>
        to {countText(Math.min(total, first + size))} of {countText(total)} {label}
      </span>
      <IconButton
        icon="chevron-right"
        label={`Next ${label}`}
        disabled={first + size >= total}
        onClick={() => go(first + size)}
      />
    </fieldset>
  );
}

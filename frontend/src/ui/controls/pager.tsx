import * as messages from "../messages";
import { IconButton } from "./button";
import { NumberField } from "./number-field";
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
    <fieldset class="ui-pager">
      <legend class="ui-visually-hidden">{messages.pageOf(label)}</legend>
      <IconButton
        icon="chevron-left"
        label={messages.previousPage(label)}
        disabled={first === 0}
        onClick={() => go(first - size)}
      />
      <NumberField
        label={messages.firstOfPage(label)}
        value={first + 1}
        min={1}
        max={total}
        onChange={(typed) => go(Math.round(typed) - 1)}
      />
      <span>{messages.pageRange(Math.min(total, first + size), total, label)}</span>
      <IconButton
        icon="chevron-right"
        label={messages.nextPage(label)}
        disabled={first + size >= total}
        onClick={() => go(first + size)}
      />
    </fieldset>
  );
}

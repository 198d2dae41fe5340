/** How smooth lines are, and how they are smoothed. */
import { useRef } from "preact/hooks";
import type { SmoothingKind } from "../../../lib/algorithms/smoothing";
import { commitHistory, settleHistory } from "../../../state/address/url-state";
import { NumberField } from "../../../ui/controls/number-field";
import * as messages from "../messages";
import { KINDS, kindEntry } from "../options/smoothing-option";
import * as view from "../options/tab-options";

/** A drag is one step in the history: its first change makes it, the others go into it. */
function useSmoothingDrag() {
  const dragging = useRef(false);
  const move = (amount: number) => {
    view.slideSmoothing(true);
    view.setSmoothing(amount);
    if (!dragging.current) commitHistory();
    dragging.current = true;
  };
  const end = () => {
    view.slideSmoothing(false);
    settleHistory();
    dragging.current = false;
  };
  return { move, end };
}

export function SmoothingControl() {
  const { kind, amount } = view.smoothing.value;
  const { amountTitle, most, mostTyped, step } = kindEntry(kind);
  const drag = useSmoothingDrag();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take a line
    <div class="scalar-smoothing" role="group" aria-label={messages.smoothing}>
      <select
        aria-label={messages.smoothingKind}
        data-tooltip={messages.smoothingKind}
        value={kind}
        onChange={(change) => view.chooseSmoothingKind(change.currentTarget.value as SmoothingKind)}
      >
        {KINDS.map((entry) => (
          <option key={entry.kind} value={entry.kind}>
            {entry.title}
          </option>
        ))}
      </select>
      <input
        type="range"
        aria-label={messages.smoothingAmount(amountTitle.toLowerCase())}
        data-tooltip={messages.smoothingAmountTitle(amountTitle)}
        min={step > 1 ? 1 : 0}
        max={most}
        step={step}
        value={amount}
        onInput={(input) => drag.move(input.currentTarget.valueAsNumber)}
        onChange={drag.end}
      />
      <NumberField
        label={messages.smoothingField}
        min={0}
        max={mostTyped}
        step="any"
        value={amount}
        onChange={(typed) => {
          view.setSmoothing(typed);
          commitHistory();
        }}
      />
    </div>
  );
}

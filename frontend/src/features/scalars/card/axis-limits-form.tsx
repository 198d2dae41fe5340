/** The parts of a card's axes that are shown, as numbers. */
import { axesFor, endsOf, scalesFor } from "../../../chart/axes/chart-axes";
import type { Range } from "../../../chart/model/chart-line";
import { valueText } from "../../../lib/format/number";
import type { CardContent } from "../export/export-card";
import { axisName } from "../lines/axis-text";
import * as messages from "../messages";
import { CardForm } from "./card-form";

export interface AxisLimitsFormProps {
  readonly content: CardContent;
  readonly onApply: (x: Range | null, y: Range | null) => void;
  readonly onClose: () => void;
}

/** Where the axes end on their own. */
function fittedEnds(content: CardContent): { readonly x: Range; readonly y: Range } {
  const scales = scalesFor(content, content.logX, content.logY);
  const { x, left } = axesFor(content, scales, { ...content, yRange: null });
  return { x: endsOf(x), y: endsOf(left) };
}

/** The number in a field; null for an empty one. */
function numberOf(form: FormData, name: string): number | null {
  const text = form.get(name);
  return typeof text === "string" && text.trim() !== "" ? Number(text) : null;
}

/** What two fields say: null where both are empty; an empty one is as the axis ends on its own. */
export function limitsOf(from: number | null, to: number | null, [low, high]: Range): Range | null {
  return from === null && to === null ? null : [from ?? low, to ?? high];
}

/** Why a range cannot be shown; empty for one that can. */
export function problemOf(range: Range | null, isLog: boolean): string {
  if (range === null) return "";
  if (isLog && range[0] <= 0) return messages.limitAboveZero;
  return range[0] < range[1] ? "" : messages.limitOrder;
}

interface AxisFieldsProps {
  readonly name: "x" | "y";
  readonly labels: readonly [from: string, to: string];
  readonly chosen: Range | null;
  readonly fitted: Range;
  readonly isLog: boolean;
}

function AxisFields({ name, labels, chosen, fitted, isLog }: AxisFieldsProps) {
  const check = ({ currentTarget }: InputEvent & { currentTarget: HTMLInputElement }): void => {
    const { form } = currentTarget;
    if (form === null) return;
    const data = new FormData(form);
    const typed = limitsOf(numberOf(data, `${name}-0`), numberOf(data, `${name}-1`), fitted);
    for (const end of [0, 1]) {
      const field = form.elements.namedItem(`${name}-${end}`);
      if (field instanceof HTMLInputElement) field.setCustomValidity("");
    }
    currentTarget.setCustomValidity(problemOf(typed, isLog));
    currentTarget.reportValidity();
  };
  return (
    <div class="scalar-card-form-pair">
      {labels.map((label, end) => (
        <label key={label}>
          {label}
          <input
            name={`${name}-${end}`}
            type="number"
            step="any"
            autocomplete="off"
            placeholder={valueText(fitted[end] as number)}
            defaultValue={chosen === null ? "" : String(chosen[end])}
            onInput={check}
          />
        </label>
      ))}
    </div>
  );
}

/** Dates are no numbers that a viewer has at hand, so an axis of these has no fields. */
export function AxisLimitsForm({ content, onApply, onClose }: AxisLimitsFormProps) {
  const { axis, range, yRange, logX, logY } = content;
  const fitted = fittedEnds(content);
  const title = axis === "relative" ? messages.inSeconds(axisName(axis)) : axisName(axis);
  const apply = (form: FormData): void => {
    const read = (name: "x" | "y") =>
      limitsOf(numberOf(form, `${name}-0`), numberOf(form, `${name}-1`), fitted[name]);
    onApply(axis === "wall_time" ? range : read("x"), read("y"));
  };
  return (
    <CardForm
      label={messages.axisLimits}
      action={messages.applyLimits}
      onSubmit={apply}
      onClose={onClose}
    >
      <AxisFields
        name="y"
        labels={[messages.yFrom, messages.yTo]}
        chosen={yRange}
        fitted={fitted.y}
        isLog={logY}
      />
      {axis !== "wall_time" && (
        <AxisFields
          name="x"
          labels={[messages.xFrom(title), messages.xTo(title)]}
          chosen={range}
          fitted={fitted.x}
          isLog={logX}
        />
      )}
      <p class="scalar-card-form-hint">{messages.limitsHint}</p>
    </CardForm>
  );
}

/** Adds a line across the card, or across all of them. */
import type { XAxis } from "../../../api/scalars";
import { axisName } from "../lines/axis-text";
import * as messages from "../messages";
import { addReference } from "../options/card-options";
import { CardForm } from "./card-form";

export interface ReferenceFormProps {
  readonly card: string;
  readonly axis: XAxis;
  readonly onClose: () => void;
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

export function ReferenceForm({ card, axis, onClose }: ReferenceFormProps) {
  const send = (form: FormData): void => {
    const at = Number(text(form, "at"));
    if (!Number.isFinite(at)) return;
    addReference({
      unit: text(form, "unit") === "value" ? "value" : axis,
      at,
      label: text(form, "label").trim(),
      card: form.has("everywhere") ? null : card,
    });
  };
  return (
    <CardForm
      label={messages.referenceLine}
      action={messages.add}
      onSubmit={send}
      onClose={onClose}
    >
      <label>
        {messages.lineAt}
        <select name="unit">
          <option value="value">{messages.yValue}</option>
          <option value="place">{axisName(axis).toLowerCase()}</option>
        </select>
      </label>
      <label>
        {messages.number}
        <input name="at" type="number" step="any" required />
      </label>
      <label>
        {messages.label}
        <input name="label" type="text" maxLength={80} autocomplete="off" />
      </label>
      <label class="ui-checkbox">
        <input name="everywhere" type="checkbox" />
        {messages.onEveryChart}
      </label>
    </CardForm>
  );
}

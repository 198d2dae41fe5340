/** How large pictures of charts are, in pixels. */

import {
  chooseFigureSize,
  FIGURE_SIZE,
  figureSize,
  LEAST_PX,
  MOST_PX,
} from "../options/figure-size";
import * as late from "../toolbar/messages";
import { CardForm } from "./card-form";

const FIELDS = [
  ["width", late.figureWidth],
  ["plotHeight", late.figureHeight],
] as const;

/** An empty field is the size at first. */
function pixelsOf(form: FormData, name: keyof typeof FIGURE_SIZE): number {
  return Number(form.get(name)) || FIGURE_SIZE[name];
}

export function FigureSizeForm({ onClose }: { readonly onClose: () => void }) {
  const size = figureSize();
  const apply = (form: FormData): void =>
    chooseFigureSize({ width: pixelsOf(form, "width"), plotHeight: pixelsOf(form, "plotHeight") });
  return (
    <CardForm
      label={late.figureSize}
      action={late.figureSizeAction}
      onSubmit={apply}
      onClose={onClose}
    >
      <div class="scalar-card-form-pair">
        {FIELDS.map(([name, label]) => (
          <label key={name}>
            {label}
            <input
              name={name}
              type="number"
              min={LEAST_PX}
              max={MOST_PX}
              autocomplete="off"
              placeholder={String(FIGURE_SIZE[name])}
              defaultValue={size[name] === FIGURE_SIZE[name] ? "" : String(size[name])}
            />
          </label>
        ))}
      </div>
      <p class="scalar-card-form-hint">{late.figureSizeHint}</p>
    </CardForm>
  );
}

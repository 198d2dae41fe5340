/** Draws another tag, or all that match an expression, in a card. */

import * as messages from "../messages";
import { addChart, dropTag } from "../options/card-options";
import type { CardSpec } from "../options/card-spec";
import { shownTags } from "../options/tags";
import { CardForm } from "./card-form";

export interface AddTagFormProps {
  readonly spec: CardSpec;
  readonly onClose: () => void;
}

/** More are no help to choose from. */
const MAX_OFFERED = 500;

const PATTERN = /^\/(.+?)\/?$/s;

export function AddTagForm({ spec, onClose }: AddTagFormProps) {
  const send = (form: FormData): void => {
    const value = form.get("tag");
    const text = typeof value === "string" ? value.trim() : "";
    const match = PATTERN.exec(text)?.[1];
    if (match !== undefined) {
      addChart({ ...(spec.combined ?? { tags: [spec.id], right: [] }), match });
    } else if (text !== "") dropTag(text, spec);
  };
  return (
    <CardForm label={messages.addSeries} action={messages.add} onSubmit={send} onClose={onClose}>
      <label>
        {messages.tagOrRegex}
        <input
          name="tag"
          type="text"
          list="tags-to-draw"
          autocomplete="off"
          spellcheck={false}
          required
        />
      </label>
      <datalist id="tags-to-draw">
        {shownTags.value.slice(0, MAX_OFFERED).map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </CardForm>
  );
}

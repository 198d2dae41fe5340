/** Fields that apply their value when they lose the focus, and hold a draft until then. */
import { useState } from "preact/hooks";

type Field = HTMLInputElement | HTMLTextAreaElement;
interface FieldEvent<F extends Field> {
  readonly currentTarget: F;
}

/** What of a field's attributes a draft is made of. */
interface Draft<F extends Field> {
  readonly value: string;
  readonly onInput: (event: FieldEvent<F>) => void;
  readonly onChange: (event: FieldEvent<F>) => void;
  readonly onBlur: () => void;
}

/**
 * What to give a field that shows `value`. Whenever the page is drawn a field shows its value again,
 * and would lose what is half typed: new data arrives every few seconds, and so do the changes of
 * others. What was typed goes to `onChange`; then the field shows `value`, whatever became of it.
 */
export function useDraft<F extends Field>(value: string, onChange: (field: F) => void): Draft<F> {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? value,
    onInput: ({ currentTarget }) => setTyped(currentTarget.value),
    onChange: ({ currentTarget }) => {
      setTyped(null);
      onChange(currentTarget);
    },
    onBlur: () => setTyped(null),
  };
}

/** A small form over a card, which has the focus until it is sent or left. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../../ui/controls/button";
import * as messages from "../messages";

interface CardFormProps {
  readonly label: string;
  readonly action: string;
  readonly onSubmit: (form: FormData) => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function CardForm({ label, action, onSubmit, onClose, children }: CardFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    form.current?.querySelector<HTMLElement>("input, select")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <form
      class="scalar-card-form"
      aria-label={label}
      ref={form}
      onSubmit={(sent) => {
        sent.preventDefault();
        onSubmit(new FormData(sent.currentTarget));
        onClose();
      }}
      onKeyDown={(press) => {
        if (press.key !== "Escape") return;
        press.stopPropagation();
        onClose();
      }}
    >
      {children}
      <div class="scalar-card-form-end">
        <button type="submit" class="ui-button primary">
          {action}
        </button>
        <Button onClick={onClose}>{messages.cancel}</Button>
      </div>
    </form>
  );
}

/** A dialog over the page, with a title and a way to close it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "../controls/button";
import * as messages from "../messages";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Without a header, what is in it says what it is. */
  readonly isBare?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Dialog({ title, isOpen, onClose, isBare, class: own, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** A selection of text that ends on the backdrop began inside, and closes nothing. */
  const isPressedOutside = useRef(false);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as every dialog.
    <dialog
      class={own === undefined ? "ui-dialog" : `ui-dialog ${own}`}
      ref={dialog}
      // Its close event comes later, and keys may come in between.
      onCancel={onClose}
      onClose={onClose}
      aria-label={title}
      onPointerDown={({ target }) => {
        isPressedOutside.current = target === dialog.current;
      }}
      onClick={({ target }) => {
        if (target === dialog.current && isPressedOutside.current) onClose();
      }}
    >
      {!isBare && (
        <header>
          <h2>{title}</h2>
          <IconButton icon="close" label={messages.close} shortcut="Esc" onClick={onClose} />
        </header>
      )}
      {isOpen && children}
    </dialog>
  );
}

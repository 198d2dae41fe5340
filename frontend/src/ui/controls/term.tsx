/** A text with an explanation by pointer, keyboard and touch. */
import type { ComponentChildren } from "preact";
import "./term.css";

interface TermProps {
  /** Without one, the text stands alone. */
  readonly explanation: string | undefined;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A button that does nothing but to show its tooltip. */
export function Term({ explanation, class: own, children }: TermProps) {
  if (!explanation) return <>{children}</>;
  const name = own === undefined ? "ui-term" : `ui-term ${own}`;
  return (
    <button type="button" class={name} data-tooltip={explanation}>
      {children}
    </button>
  );
}

/** A word with an explanation for everybody: by pointer, by keyboard and by touch. */
import type { ComponentChildren } from "preact";
import "./term.css";

interface TermProps {
  readonly explanation: string;
  readonly children: ComponentChildren;
}

/** A button that does nothing but to show its tooltip. */
export function Term({ explanation, children }: TermProps) {
  return (
    <button type="button" class="term" data-tooltip={explanation}>
      {children}
    </button>
  );
}

/** A short piece of a line, in its colour and with its dashes. */
import { dashLengths } from "../../lib/colour/line-dashes";

interface LineSwatchProps {
  readonly class: string;
  /** Without one, that of the text. */
  readonly colour?: string | undefined;
  readonly dash: number;
}

/** As long as the longest pattern. */
export function LineSwatch({ class: name, colour, dash }: LineSwatchProps) {
  return (
    <svg class={`ui-line-swatch ${name}`} style={{ color: colour }} aria-hidden="true">
      <path d="M0 1.5H22" stroke-dasharray={dashLengths(dash).join(" ")} />
    </svg>
  );
}

/** A run in its colour, by the short name that it has where it stands. */
import type { ShortName } from "../../lib/lists/shortener";
import { NameText } from "./name-text";
import "./run-label.css";

interface RunLabelProps extends ShortName {
  readonly colour: string;
}

export function RunLabel({ colour, name, full, pieces }: RunLabelProps) {
  return (
    <span class="ui-run-label">
      <span class="ui-run-swatch" style={{ background: colour }} />
      <NameText name={name} full={full} pieces={pieces} />
    </span>
  );
}

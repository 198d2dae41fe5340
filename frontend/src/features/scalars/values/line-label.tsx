/** A line as it stands in a table: how it is drawn, and its name. */
import { useMemo } from "preact/hooks";
import {
  ownPart,
  type SharedParts,
  splitForMiddleCut,
} from "../../../lib/lists/distinguishing-parts";
import type { CardLine } from "../lines/series-lines";

interface LineLabelProps {
  readonly line: CardLine;
  readonly name: string;
  /** What the names in the table have in common, which is left out. */
  readonly shared: SharedParts;
}

/** Made once for as long as it says the same: its line changes with every value. */
export function LineLabel({ line, name, shared }: LineLabelProps) {
  const { colour, dash } = line;
  const own = ownPart(name, shared);
  const { end } = shared;
  return useMemo(() => {
    const [head, tail] = splitForMiddleCut(own, end);
    return (
      <span class="scalar-value-label">
        <span class={`scalar-value-line dash-${Math.min(dash, 3)}`} style={{ color: colour }} />
        <span class="scalar-value-name" data-tooltip={name}>
          {head !== "" && <span class="scalar-value-name-head">{head}</span>}
          <span>{tail}</span>
        </span>
      </span>
    );
  }, [colour, dash, name, own, end]);
}

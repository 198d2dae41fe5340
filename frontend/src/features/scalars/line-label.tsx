/** A line as it stands in a table: how it is drawn, and its name. */
import { ownPart, type SharedParts, splitForMiddleCut } from "../../lib/name-parts";
import type { CardLine } from "./card-lines";

/** Characters of a name that always show. */
const TAIL = 20;

interface LineLabelProps {
  readonly line: CardLine;
  readonly name: string;
  /** What the names in the table have in common, which is left out. */
  readonly shared: SharedParts;
}

export function LineLabel({ line, name, shared }: LineLabelProps) {
  const [head, tail] = splitForMiddleCut(ownPart(name, shared), TAIL);
  return (
    <span class="value-label">
      <span class={`value-line dash-${Math.min(line.dash, 3)}`} style={{ color: line.colour }} />
      <span class="value-name" title={name}>
        <span class="value-name-head">{head}</span>
        <span>{tail}</span>
      </span>
    </span>
  );
}

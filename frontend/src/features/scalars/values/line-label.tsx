/** A line as it stands in a table: how it is drawn, and its name. */
import { useMemo } from "preact/hooks";
import { type Shorten, shortener } from "../../../lib/lists/shortener";
import { LineSwatch } from "../../../ui/controls/line-swatch";
import { NameText } from "../../../ui/controls/name-text";
import type { CardLine } from "../lines/series-lines";

/** Shortens the names of a table's lines; the same for the same, as each move draws it anew. */
export function useShorten(names: readonly string[]): Shorten {
  return useMemo(() => shortener(names), [names.join("\0")]);
}

interface LineLabelProps {
  readonly line: CardLine;
  readonly name: string;
  /** By what all lines of the table share. */
  readonly shorten: Shorten;
}

/** Made once for as long as it says the same: its line changes with every value. */
export function LineLabel({ line: { colour, dash }, name, shorten }: LineLabelProps) {
  return useMemo(
    () => (
      <span class="scalar-value-label">
        <LineSwatch class="scalar-value-line" colour={colour} dash={dash} />
        <NameText {...shorten(name)} />
      </span>
    ),
    [colour, dash, name, shorten],
  );
}

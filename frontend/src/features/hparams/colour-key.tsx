/** What the colours of lines and points stand for. */
import { rampColour } from "../../lib/colour/sequential-scale";
import { appliedTheme } from "../../state/base/theme";
import * as messages from "./messages";
import { cellText } from "./model/cell-text";
import type { Column, SessionTable } from "./model/session-table";
import { colourColumn, wordColours } from "./sessions/row-colour";

/** More words cannot be distinguished by their colours. */
const MAX_WORDS = 8;
const RAMP = [0, 0.25, 0.5, 0.75, 1];

function Ramp({ column }: { column: Column }) {
  const numbers = column.cells.filter((cell) => typeof cell === "number").filter(Number.isFinite);
  const ends = [
    numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY),
    numbers.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY),
  ] as const;
  const colours = RAMP.map((place) => rampColour(place, appliedTheme.value)).join(", ");
  return (
    <>
      {cellText(ends[0], column)}
      <span
        class="hparams-colour-ramp"
        style={{ background: `linear-gradient(90deg, ${colours})` }}
      />
      {cellText(ends[1], column)}
    </>
  );
}

function Words({ column }: { column: Column }) {
  const words = [...wordColours(column)];
  return (
    <>
      {words.slice(0, MAX_WORDS).map(([word, colour]) => (
        <span key={word}>
          <span class="hparams-session-swatch" style={{ background: colour }} />
          {word}
        </span>
      ))}
      {words.length > MAX_WORDS && messages.moreWords(words.length - MAX_WORDS)}
    </>
  );
}

interface ColourKeyProps {
  readonly table: SessionTable;
  readonly columns: readonly Column[];
}

export function ColourKey({ table, columns }: ColourKeyProps) {
  const column = colourColumn(table, columns);
  if (column === null || column.cells.every((cell) => cell === null)) return null;
  return (
    <p class="hparams-colour-key">
      <b>{column.title}</b>
      {column.type === "category" ? <Words column={column} /> : <Ramp column={column} />}
    </p>
  );
}

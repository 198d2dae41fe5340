/** The texts at the ticks of an axis, in the little room that they have. */
import { boundaryAfter, firstCharacters } from "../../../lib/format/characters";
import { type ShortName, shortener } from "../../../lib/lists/shortener";
import type { Tick } from "./axis";
import { cellText } from "./cell-text";
import type { Column } from "./session-table";

/** At least so much is seen of a word. */
const LEAST = 4;

/**
 * The text of each tick. Words leave out what all of them share, and are cut where they are alike.
 *
 * @param most - How many characters a word has room for.
 */
export function tickTexts(ticks: readonly Tick[], column: Column, most: number): string[] {
  const texts = ticks.map(({ value }) => cellText(value, column));
  if (column.type === "number") return texts;
  const room = Math.max(LEAST, most);
  const shorten = shortener(texts, room);
  return texts.map((text) => cut(shorten(text), room));
}

function cut({ name, pieces: [, tail] }: ShortName, room: number): string {
  if (name.length <= room) return name;
  const left = room - 1 - tail.length;
  if (tail === "") return `${firstCharacters(name, room - 1)}…`;
  if (left >= 0) return `${firstCharacters(name, left)}…${tail}`;
  return `…${name.slice(boundaryAfter(name, name.length - room + 1))}`;
}

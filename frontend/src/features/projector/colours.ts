/** The colours of points by a column of their metadata. */

import { PALETTE } from "../../lib/colour/run-colours";
import { rampColour } from "../../lib/colour/sequential-scale";
import { NAME_ORDER } from "../../lib/format/locale";
import { valueText } from "../../lib/format/number";
import * as messages from "./messages";

/** More different words than this are coloured as numbers where they are, else by turns. */
const MAX_WORDS = 20;

/**
 * The column that tells most at first: the first of few different words, which are classes, before
 * one that names each vector; null without any.
 */
export function informativeColumn(
  columns: readonly { readonly name: string; readonly values: readonly string[] }[],
): string | null {
  const isInformative = ({ values }: { readonly values: readonly string[] }) => {
    const words = new Set(values).size;
    return words > 1 && words <= MAX_WORDS && words < values.length;
  };
  return (columns.find(isInformative) ?? columns[0])?.name ?? null;
}

export interface Colouring {
  readonly colourOf: (row: number) => string;
  /** What colours stand for: words, or the ends of a scale. */
  readonly legend: readonly { readonly text: string; readonly colour: string }[];
}

export function colouringOf(
  values: readonly string[] | null,
  theme: "light" | "dark",
  plain: string,
): Colouring {
  if (values === null) return { colourOf: () => plain, legend: [] };
  const words = [...new Set(values)].sort(NAME_ORDER.compare);
  const numbers = values.map((value) => (value.trim() === "" ? Number.NaN : Number(value)));
  const isNumeric = words.length > MAX_WORDS && numbers.some(Number.isFinite);
  if (!isNumeric) return wordColouring(values, words, theme);
  const finite = numbers.filter(Number.isFinite);
  const low = finite.reduce((one, other) => Math.min(one, other));
  const high = finite.reduce((one, other) => Math.max(one, other));
  const place = (value: number) => (high === low ? 0.5 : (value - low) / (high - low));
  return {
    colourOf: (row) => {
      const value = numbers[row] ?? Number.NaN;
      return Number.isFinite(value) ? rampColour(place(value), theme) : plain;
    },
    legend: [0, 0.5, 1].map((at) => ({
      text: valueText(low + at * (high - low)),
      colour: rampColour(at, theme),
    })),
  };
}

function wordColouring(
  values: readonly string[],
  words: readonly string[],
  theme: "light" | "dark",
): Colouring {
  const colours = new Map(
    words.map((word, at) => [word, PALETTE[at % PALETTE.length]?.[theme] ?? ""]),
  );
  return {
    colourOf: (row) => colours.get(values[row] ?? "") ?? "",
    legend: words
      .slice(0, MAX_WORDS)
      .map((text) => ({ text: text || messages.emptyValue, colour: colours.get(text) ?? "" })),
  };
}

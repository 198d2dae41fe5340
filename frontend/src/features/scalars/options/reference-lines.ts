/** Lines that a viewer drew across charts, each a JSON array in the address. */
import type { XAxis } from "../../../api/scalars";
import type { ReferenceLine } from "../../../chart/model/chart-line";
import { firstCharacters } from "../../../lib/format/characters";

/** Of one card, or of all that have the axis. */
export interface CardReference extends ReferenceLine {
  /** Null for all cards. */
  readonly card: string | null;
  /** What `at` is: `value`, or the axis that it is a place on. */
  readonly unit: XAxis;
}

const MAX_LABEL_LENGTH = 80;

/** Null for what is no such line. */
export function parseReference(text: string): CardReference | null {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(parts)) return null;
  const [word, at, label, card] = parts as unknown[];
  if (typeof word !== "string" || typeof at !== "number" || typeof label !== "string") return null;
  const axis = word === "value" ? "y" : "x";
  const named = typeof card === "string" ? card : null;
  // A line across every chart would extend most of their axes until the curves are flat.
  const isReached = named !== null;
  const shortLabel = firstCharacters(label, MAX_LABEL_LENGTH);
  return { axis, at, label: shortLabel, card: named, unit: word, isReached };
}

/** What a viewer says of a line; the rest follows. */
export type GivenReference = Pick<CardReference, "unit" | "at" | "label" | "card">;

export function printReference({ unit, at, label, card }: GivenReference): string {
  return JSON.stringify([unit, at, label, ...(card === null ? [] : [card])]);
}

/** The lines across one card over an axis. */
export function referencesOn(
  texts: readonly string[],
  card: string,
  axis: XAxis,
): { readonly text: string; readonly line: CardReference }[] {
  return texts.flatMap((text) => {
    const line = parseReference(text);
    if (line === null || (line.card !== null && line.card !== card)) return [];
    return line.unit === "value" || line.unit === axis ? [{ text, line }] : [];
  });
}

import { boundaryAfter, boundaryBefore } from "../../../lib/format/characters";
import type { NameForms, NameParts } from "../scene/name-forms";
import type { MeasureText } from "../scene/node-size";

/** Texts cached per font; graphs repeat a few names many times. */
const MAX_CACHED = 50_000;

/** Fonts that are in use at once; names grow and shrink with the zoom. */
const MAX_FONTS = 64;

/**
 * Measures texts, each once, on a canvas for each font: to set a font takes long. One is shared by
 * the layout, which needs widths, and the drawing, which cuts what is too wide.
 */
export function canvasMeasure(): MeasureText {
  const fonts = new Map<string, (text: string) => number>();
  return (text, font) => {
    const known = fonts.get(font);
    if (known !== undefined) return known(text);
    if (fonts.size >= MAX_FONTS) fonts.clear();
    const measure = fontMeasure(font);
    fonts.set(font, measure);
    return measure(text);
  };
}

function fontMeasure(font: string): (text: string) => number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return () => 0;
  context.font = font;
  const widths = new Map<string, number>();
  return (text) => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    if (widths.size > MAX_CACHED) widths.clear();
    const { width } = context.measureText(text);
    widths.set(text, width);
    return width;
  };
}

/** So much is seen of what a name shares with others, before it is cut to a shorter form. */
const LEAST_SHARED = 10;

/**
 * The text, or as much of it as fits: the longest of its forms that does, with all that tells it
 * apart and as much of the rest as there is room for. Without a form that fits, its beginning and
 * its end.
 */
export function cutText(
  text: string,
  font: string,
  room: number,
  measure: MeasureText,
  forms: NameForms | (() => NameForms) = [],
): string {
  const isFitting = (cut: string): boolean => measure(cut, font) <= room;
  if (isFitting(text)) return text;
  const all = typeof forms === "function" ? forms() : forms;
  for (const [i, parts] of all.entries()) {
    const least = i < all.length - 1 ? LEAST_SHARED : 0;
    if (!isFitting(withShared(parts, least))) continue;
    const whole = parts.join("");
    return isFitting(whole)
      ? whole
      : withShared(
          parts,
          mostThat((length) => isFitting(withShared(parts, length)), whole),
        );
  }
  return withoutMiddle(
    text,
    mostThat((length) => isFitting(withoutMiddle(text, length)), text),
  );
}

/** The largest length below that of the text for which something holds; 0 if for none. */
function mostThat(holds: (length: number) => boolean, { length: longest }: string): number {
  let [fits, tooLong] = [0, longest];
  while (fits + 1 < tooLong) {
    const middle = (fits + tooLong) >> 1;
    if (holds(middle)) fits = middle;
    else tooLong = middle;
  }
  return fits;
}

/** Every other part with so many characters of its beginning, from the first on. */
function withShared(parts: NameParts, length: number): string {
  return parts
    .map((part, i) => {
      if (i % 2 === 1 || part.length <= length + 1) return part;
      return `${part.slice(0, boundaryBefore(part, length))}…`;
    })
    .join("")
    .replace(/…{2,}/g, "…");
}

/** `length` characters of a text, half of them from its end. */
function withoutMiddle(text: string, length: number): string {
  const tail = length >> 1;
  const end = boundaryAfter(text, text.length - tail);
  const cut = `${text.slice(0, boundaryBefore(text, length - tail))}…${text.slice(end)}`;
  return cut.replace(/…{2,}/, "…");
}

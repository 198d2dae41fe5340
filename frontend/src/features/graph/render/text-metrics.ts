import { boundaryAfter, boundaryBefore } from "../../../lib/format/characters";
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

/** The text, or as much of its beginning and its end as fits: names often differ in the end. */
export function cutText(text: string, font: string, room: number, measure: MeasureText): string {
  if (measure(text, font) <= room) return text;
  let fits = 0;
  let tooLong = text.length;
  while (fits + 1 < tooLong) {
    const middle = (fits + tooLong) >> 1;
    if (measure(withoutMiddle(text, middle), font) <= room) fits = middle;
    else tooLong = middle;
  }
  return withoutMiddle(text, fits);
}

/** `length` characters of a text, half of them from its end. */
function withoutMiddle(text: string, length: number): string {
  const tail = length >> 1;
  const end = boundaryAfter(text, text.length - tail);
  return `${text.slice(0, boundaryBefore(text, length - tail))}…${text.slice(end)}`;
}

import type { MeasureText } from "./box-size";

/** Texts kept per font; graphs repeat a few names many times. */
const MOST_KEPT = 50_000;

/** Measures texts on a canvas of its own, each once. */
export function canvasMeasure(): MeasureText {
  const context = document.createElement("canvas").getContext("2d");
  const widths = new Map<string, number>();
  return (text, font) => {
    const key = `${font}\n${text}`;
    const known = widths.get(key);
    if (known !== undefined || context === null) return known ?? 0;
    if (widths.size > MOST_KEPT) widths.clear();
    context.font = font;
    const width = context.measureText(text).width;
    widths.set(key, width);
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

/** `kept` characters of a text, half of them from its end. */
function withoutMiddle(text: string, kept: number): string {
  const tail = kept >> 1;
  return `${text.slice(0, kept - tail)}…${text.slice(text.length - tail)}`;
}

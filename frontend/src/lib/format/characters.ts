/**
 * Texts cut between characters. A JavaScript string is cut by UTF-16 units, so half an emoji may be
 * left: a lone surrogate, which no UTF-8 can hold.
 */

const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Whether a place, in UTF-16 units, stands between the two halves of a code point. */
function isInsidePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/** The last place up to `at`, in UTF-16 units, that does not stand inside a code point. */
export function boundaryBefore(text: string, at: number): number {
  return isInsidePair(text, at) ? at - 1 : at;
}

/** The first place from `at` on, in UTF-16 units, that does not stand inside a code point. */
export function boundaryAfter(text: string, at: number): number {
  return isInsidePair(text, at) ? at + 1 : at;
}

/**
 * As many whole characters of the beginning as `most` UTF-16 units hold. An emoji of several code
 * points is one character; one that is longer than `most` is cut between code points.
 */
export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const start = graphemes.segment(text).containing(most)?.index ?? most;
  return text.slice(0, start > 0 ? start : boundaryBefore(text, most));
}

/** The text with U+FFFD in the place of what UTF-8 cannot hold. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd");
}

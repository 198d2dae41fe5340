/** Where the words beside a sign stand, so that no edge cuts them and none covers another. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface LabelPosition {
  /** The side of the tip at which the arrow and the words are: 1 for the right. */
  readonly side: 1 | -1;
  readonly words: Span;
  /** Whether the words stand above the arrow rather than beside it. */
  readonly isAbove: boolean;
}

/** In pixels: `room` is where the plot is, `arrow` what stands between the tip and the words. */
export function labelPosition(
  tip: number,
  room: Span,
  arrow: number,
  width: number,
  occupied: readonly Span[],
): LabelPosition {
  const fitsRight = tip + arrow + width <= room.to;
  const fitsLeft = tip - arrow - width >= room.from;
  const side = fitsRight || (!fitsLeft && room.to - tip >= tip - room.from) ? 1 : -1;
  const from = side > 0 ? tip + arrow : tip - arrow - width;
  const inside = Math.max(room.from, Math.min(from, room.to - width));
  const words = { from: inside, to: inside + width };
  const isCovered = occupied.some((other) => other.from < words.to && words.from < other.to);
  return { side, words, isAbove: isCovered || !(fitsRight || fitsLeft) };
}

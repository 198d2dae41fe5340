/**
 * The part of one card's axes that is shown, as it stands in the address: `100:2500|0.1:0.9|CARD`.
 * Either range may be left out. The card comes last, as its name may hold anything.
 */
import type { Range } from "../../../chart/model/chart-line";
import { parseRange, printRange } from "./zoom-range";

export interface CardFrame {
  readonly card: string;
  /** Null where the card shows what all show. */
  readonly x: Range | null;
  readonly y: Range | null;
}

export function parseFrame(text: string): CardFrame | null {
  const [, x, y, card] = /^([^|]*)\|([^|]*)\|(.+)$/s.exec(text) ?? [];
  if (card === undefined) return null;
  return { card, x: parseRange(x ?? ""), y: parseRange(y ?? "") };
}

export function printFrame({ card, x, y }: CardFrame): string {
  return `${x === null ? "" : printRange(x)}|${y === null ? "" : printRange(y)}|${card}`;
}

/** The frames with that of one card replaced, or left out where it has no range. */
export function withFrame(frames: readonly string[], frame: CardFrame): string[] {
  const others = frames.filter((text) => parseFrame(text)?.card !== frame.card);
  return frame.x === null && frame.y === null ? others : [...others, printFrame(frame)];
}

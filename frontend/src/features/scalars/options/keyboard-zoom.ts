/** Zooming by keys: around the cursor where it stands on a card, else around the middle. */
import type { Range } from "../../../chart/model/chart-line";
import * as choices from "./card-options";
import * as view from "./tab-options";

/** How far each card's x axis reaches now, by the card that drew last. */
const reaches = new Map<string, Range>();

/** Notes how far the x axis of a card reaches, as long as it is on the page. */
export function noteReach(card: string, range: Range | null): void {
  if (range === null) reaches.delete(card);
  else reaches.set(card, range);
}

/** The range scaled by a factor around a place in it. */
function scaled([from, to]: Range, factor: number, around: number): Range {
  return [around - (around - from) * factor, around + (to - around) * factor];
}

/** Shows `factor` times as much of the x axis of the card in question. */
export function zoomBy(factor: number): boolean {
  const cursor = view.cursor.peek();
  const card = view.fullScreenCard.peek() ?? cursor?.card ?? view.reached.id.peek();
  const [first] = reaches.keys();
  const known = card !== null && reaches.has(card) ? card : first;
  const range = known === undefined ? undefined : reaches.get(known);
  if (known === undefined || range === undefined) return false;
  const frame = choices.frameOf(known);
  const shown = frame.x ?? range;
  const around = cursor?.card === known ? cursor.x : (shown[0] + shown[1]) / 2;
  choices.setFrame(known, scaled(shown, factor, around), frame.y, true);
  return true;
}

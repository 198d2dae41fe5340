/** A card as sound: its lines one after the other, within the axes that are shown. */
import { valueExtent, xExtent } from "../../../chart/axes/extent";
import { columnsOf, LINEAR, LOG, logScaleFor } from "../../../chart/axes/scale";
import { announce } from "../../../state/shell/announcements";
import { playLines, stopPlaying } from "../sound/play-lines";
import * as late from "../toolbar/messages";
import { cardContent } from "./card-content";
import { drawnCards } from "./drawn-cards";

/** Plays a card, or ends what is playing. */
export function togglePlaying(id: string): void {
  const card = drawnCards.get(id);
  if (stopPlaying() || card === undefined) return;
  const { lines, nameOf, range, yRange, logX, logY } = cardContent(card.spec, card.shown());
  const xScale = logX ? LOG : LINEAR;
  const yScale = logY ? logScaleFor(lines.flatMap(columnsOf)) : LINEAR;
  const x = range ?? xExtent(lines, xScale);
  const y = x && (yRange ?? valueExtent(lines, x, yScale, xScale));
  if (x === null || y === null) {
    announce(late.nothingToPlay);
    return;
  }
  const named = lines.map((line) => ({ name: nameOf(line), x: line.x, y: line.y }));
  void playLines(named, { x, y, xScale, yScale });
}

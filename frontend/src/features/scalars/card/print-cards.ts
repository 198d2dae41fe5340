/**
 * Charts on paper: pictures of the cards of all open sections in the place of all that is on the
 * screen. A browser prints at once, so what is too far from the viewport to be on the page is read
 * while the page waits.
 */

import { whenIdle } from "../../../lib/browser/when-idle";
import { boot } from "../../../state/base/boot";
import { printedCard } from "../export/export-card";
import type { CardSpec } from "../options/card-spec";
import { folded, fullScreenCard } from "../options/tab-options";
import * as messages from "../toolbar/messages";
import { cardContent, type Shown } from "./card-content";
import { drawnCards, tabSections } from "./drawn-cards";
import { PrintReading, prefetchUnseen, unseenCard } from "./unseen-cards";
import "./print-cards.css";

const SHEET = "scalar-print-sheet";

/** More pictures take more memory than browsers have for them. */
export const MAX_PRINTED = 60;
/** The page stands still meanwhile. */
const MAX_READING_MS = 15_000;
/** By the number of pictures: pixels to a unit on paper. With 3, a wide page has 300 to the inch. */
const SCALES = [
  [12, 3],
  [24, 2],
  [MAX_PRINTED, 1.5],
] as const;

/** In the order in which they stand on the page; only that which fills the page, where one does. */
function cardsInOrder(): readonly CardSpec[] {
  const full = fullScreenCard.peek();
  const open = tabSections.current.filter(({ key }) => !folded.peek().includes(key));
  const all = open.flatMap(({ cards }) => cards);
  if (full === null) return all;
  const known = drawnCards.get(full)?.spec;
  return known === undefined ? [] : [known];
}

interface Printed {
  readonly spec: CardSpec;
  readonly shown: Shown;
}

/** The cards that have lines, and those that could not be read in time. */
function readCards(specs: readonly CardSpec[]): { cards: Printed[]; unread: CardSpec[] } {
  const reading = new PrintReading(MAX_READING_MS);
  const cards: Printed[] = [];
  const unread: CardSpec[] = [];
  for (const spec of specs) {
    const drawn = drawnCards.get(spec.id)?.shown();
    const isThere = drawn !== undefined && drawn.card.answers.length > 0;
    const shown = isThere ? drawn : unseenCard(spec, reading);
    if (shown === null) unread.push(spec);
    else if (shown.drawn.lines.length > 0) cards.push({ spec, shown });
  }
  return { cards, unread };
}

function noteOf(text: string): HTMLParagraphElement {
  const note = document.createElement("p");
  note.textContent = text;
  return note;
}

function addSheet(): void {
  removeSheet();
  const specs = cardsInOrder();
  const { cards, unread } = readCards(specs.slice(0, MAX_PRINTED));
  if (cards.length === 0) return;
  const sheet = document.createElement("div");
  sheet.className = SHEET;
  const [, scale] = SCALES.find(([most]) => cards.length <= most) ?? [0, 1];
  for (const { spec, shown } of cards) {
    sheet.append(printedCard(cardContent(spec, shown), scale));
  }
  const beyond = specs.length - MAX_PRINTED;
  if (beyond > 0) sheet.append(noteOf(messages.notPrinted(beyond, MAX_PRINTED)));
  if (unread.length > 0) {
    sheet.append(noteOf(messages.notReadToPrint(unread.map(({ name }) => name))));
  }
  document.body.append(sheet);
}

function removeSheet(): void {
  document.querySelector(`.${SHEET}`)?.remove();
}

/** Some browsers tell of printing by the medium alone. */
function follow({ matches }: MediaQueryListEvent): void {
  if (matches && document.querySelector(`.${SHEET}`) === null) addSheet();
  else if (!matches) removeSheet();
}

/** Prepares the pictures whenever the page is printed; returns how to stop. */
export function printCards(): () => void {
  const medium = matchMedia("print");
  addEventListener("beforeprint", addSheet);
  addEventListener("afterprint", removeSheet);
  medium.addEventListener("change", follow);
  const stopUnpacking =
    boot.report === null
      ? undefined
      : whenIdle(() => prefetchUnseen(cardsInOrder().slice(0, MAX_PRINTED)));
  return () => {
    removeEventListener("beforeprint", addSheet);
    removeEventListener("afterprint", removeSheet);
    medium.removeEventListener("change", follow);
    stopUnpacking?.();
    removeSheet();
  };
}

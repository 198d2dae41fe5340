/** Charts on paper: pictures of the cards on the page in the place of all that is on the screen. */
import { printedCard } from "../export/export-card";
import { fullScreenCard } from "../options/tab-options";
import { cardContent } from "./card-content";
import { drawnCards } from "./drawn-cards";
import "./print-cards.css";

const SHEET = "scalar-print-sheet";

/** In the order in which they stand on the page; only that which fills the page, where one does. */
function cardsInOrder(): string[] {
  const full = fullScreenCard.peek();
  if (full !== null) return [full];
  const articles = [...document.querySelectorAll<HTMLElement>("article.scalar-card")];
  return articles.flatMap(({ dataset }) => dataset.tag ?? []);
}

function addSheet(): void {
  removeSheet();
  const sheet = document.createElement("div");
  sheet.className = SHEET;
  for (const id of cardsInOrder()) {
    const card = drawnCards.get(id);
    const shown = card?.shown();
    if (card === undefined || shown === undefined || shown.drawn.lines.length === 0) continue;
    sheet.append(printedCard(cardContent(card.spec, shown)));
  }
  if (sheet.childElementCount > 0) document.body.append(sheet);
}

function removeSheet(): void {
  document.querySelector(`.${SHEET}`)?.remove();
}

/** Prepares the pictures whenever the page is printed; returns how to stop. */
export function printCards(): () => void {
  addEventListener("beforeprint", addSheet);
  addEventListener("afterprint", removeSheet);
  return () => {
    removeEventListener("beforeprint", addSheet);
    removeEventListener("afterprint", removeSheet);
    removeSheet();
  };
}

/** The cards that are on the page now. */

import type { CardSpec } from "../options/card-spec";
import type { Section } from "../options/sections";
import type { Shown } from "./card-content";

export interface DrawnCard {
  readonly spec: CardSpec;
  /** Reads what it shows by now. */
  readonly shown: () => Shown;
}

/** The sections of the tab on the page, with the cards that are too far to be on it. */
export const tabSections: { current: readonly Section[] } = { current: [] };

const cards = new Map<string, DrawnCard>();
/** By the ids of the cards. */
export const drawnCards: ReadonlyMap<string, DrawnCard> = cards;

/** Notes a card for as long as it is on the page; returns how to stop. */
export function noteDrawn(id: string, card: DrawnCard): () => void {
  cards.set(id, card);
  return () => {
    // A card that fills the page has the id of the one below it.
    if (cards.get(id) === card) cards.delete(id);
  };
}

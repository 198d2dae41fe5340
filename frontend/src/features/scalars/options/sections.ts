/** Cards in sections: pinned ones, charts of several tags, then tags by their prefix. */
import type { Tag } from "../../../api/types";
import { type CardSection, sectionsByPrefix } from "../../../lib/lists/card-layout";
import * as messages from "../messages";
import { type CardSpec, tagCard } from "./card-spec";

export type Section = CardSection<CardSpec>;

/** The cards of single tags. */
export function inSections(tags: readonly Tag[]): Section[] {
  return sectionsByPrefix(tags).map(({ cards, ...section }) => ({
    ...section,
    cards: cards.map(tagCard),
  }));
}

/** All sections: a pinned card stands first, and not in its own section too. */
export function withPinned(
  sections: readonly Section[],
  combined: readonly CardSpec[],
  pinned: readonly string[],
): Section[] {
  const all = [{ key: "/combined", title: messages.combinedCharts, cards: combined }, ...sections];
  const isPinned = new Set(pinned);
  const byId = new Map(all.flatMap(({ cards }) => cards.map((card) => [card.id, card])));
  const first = pinned.flatMap((id) => byId.get(id) ?? []);
  const rest = all.map((section) => ({
    ...section,
    cards: section.cards.filter(({ id }) => !isPinned.has(id)),
  }));
  const sorted = [{ key: "/pinned", title: messages.pinned, cards: first }, ...rest];
  return sorted.filter(({ cards }) => cards.length > 0);
}

/** What cards are called below the heading of their section. */
import type { CardSection } from "./card-layout";
import { type Shorten, type ShortName, shortener } from "./shortener";

/** In characters: a title has most of the width of a card. */
const ROOM = 28;

/** The name without what the heading says. */
function underHeading(name: string, { key }: CardSection<unknown>): string {
  const rest = name.slice(key.length + 1);
  return name.startsWith(`${key}/`) && rest !== "" ? rest : name;
}

/** The title of each card; those of a section are worked out when one of them is drawn. */
export function cardTitles<Card>(
  sections: readonly CardSection<Card>[],
  nameOf: (card: Card) => string,
): (card: Card) => ShortName | undefined {
  const sectionOf = new Map(
    sections.flatMap((section) => section.cards.map((card) => [card, section] as const)),
  );
  const shorteners = new Map<CardSection<Card>, Shorten>();
  return (card) => {
    const section = sectionOf.get(card);
    if (section === undefined) return undefined;
    const inSection = (one: Card) => underHeading(nameOf(one), section);
    const shorten = shorteners.get(section) ?? shortener(section.cards.map(inSection), ROOM);
    shorteners.set(section, shorten);
    return { ...shorten(inSection(card)), full: nameOf(card) };
  };
}

/** Sections laid out as rows of the content: a header, then its cards a few to a row. */

import { grouped } from "../algorithms/group-by";
import { NAME_ORDER } from "../format/locale";
import * as messages from "./messages";
import { prefixOf } from "./tag-name";
import { stackRows } from "./virtual-range";

export interface CardSection<Card> {
  /** What it is folded by: a prefix, or a word that no prefix can be, as these hold no "/". */
  readonly key: string;
  readonly title: string;
  readonly cards: readonly Card[];
  /** Collapsed until a viewer expands it. */
  readonly isClosed?: boolean;
}

/** Sections by prefix, tags without one first; within both, `layer2` stands before `layer10`. */
export function sectionsByPrefix<T extends { readonly tag: string }>(
  tags: readonly T[],
): CardSection<T>[] {
  return [...grouped(tags, ({ tag }) => prefixOf(tag))]
    .sort(([one], [other]) => NAME_ORDER.compare(one, other))
    .map(([prefix, own]) => ({
      key: prefix,
      title: prefix === "" ? messages.noPrefix : prefix,
      cards: own.sort((one, other) => NAME_ORDER.compare(one.tag, other.tag)),
    }));
}

export type CardRow<Card> =
  | { readonly kind: "header"; readonly section: CardSection<Card>; readonly folded: boolean }
  | { readonly kind: "cards"; readonly key: string; readonly cards: readonly Card[] };

export interface CardRows<Card> {
  readonly rows: readonly CardRow<Card>[];
  /** Pixels from the top; row i spans from edges[i] to edges[i + 1]. */
  readonly edges: Float64Array;
}

/** How many cards the sections that begin in some rows hold, and how many stand in the rows. */
export function countCards(rows: readonly CardRow<unknown>[]): { all: number; open: number } {
  let [all, open] = [0, 0];
  for (const row of rows) {
    if (row.kind === "header") all += row.section.cards.length;
    else open += row.cards.length;
  }
  return { all, open };
}

/** In CSS pixels. */
export interface CardSizes {
  readonly leastWidth: number;
  /** A lone chart wider than this is a wall. */
  readonly mostWidth: number;
  readonly mostColumns: number;
  readonly leastPlot: number;
  readonly mostPlot: number;
  /** The height of a plot by the width of its card, between the two. */
  readonly plotByWidth: number;
}

export interface Grid {
  readonly columns: number;
  /** Pixels. */
  readonly cardWidth: number;
  readonly plotHeight: number;
}

/** As many columns as fit and as the largest section fills; wider cards have higher plots. */
export function gridFor(
  width: number,
  gap: number,
  sections: readonly CardSection<unknown>[],
  sizes: CardSizes,
): Grid {
  const { leastWidth, mostWidth, mostColumns, leastPlot, mostPlot, plotByWidth } = sizes;
  const fitting = Math.floor((width + gap) / (leastWidth + gap));
  const filled = sections.reduce((most, { cards }) => Math.max(most, cards.length), 1);
  const columns = Math.max(1, Math.min(fitting, filled, mostColumns));
  const cardWidth = Math.min(mostWidth, Math.floor((width - (columns - 1) * gap) / columns));
  const wanted = Math.round(cardWidth * plotByWidth);
  return { columns, cardWidth, plotHeight: Math.min(mostPlot, Math.max(leastPlot, wanted)) };
}

/** Sections that are `folded` are those turned from what they are at first. */
export function layOutCards<Card>(
  sections: readonly CardSection<Card>[],
  folded: ReadonlySet<string>,
  columns: number,
  heights: { readonly header: number; readonly cards: number },
): CardRows<Card> {
  const rows: CardRow<Card>[] = [];
  for (const section of sections) {
    const isFolded = folded.has(section.key) !== (section.isClosed ?? false);
    rows.push({ kind: "header", section, folded: isFolded });
    if (isFolded) continue;
    for (let at = 0; at < section.cards.length; at += columns) {
      const key = `${section.key}/${at}`;
      rows.push({ kind: "cards", key, cards: section.cards.slice(at, at + columns) });
    }
  }
  return { rows, edges: stackRows(rows.map(({ kind }) => heights[kind])) };
}

/** The row that holds a card; -1 when it is collapsed or filtered out. */
export function rowOfCard<Card>({ rows }: CardRows<Card>, isIt: (card: Card) => boolean): number {
  return rows.findIndex((row) => row.kind === "cards" && row.cards.some(isIt));
}

/** The card that follows the one reached in the order of reading; the first or last at the ends. */
export function neighbourCard<Card>(
  { rows }: CardRows<Card>,
  isReached: (card: Card) => boolean,
  direction: 1 | -1,
): Card | null {
  const cards = rows.flatMap((row) => (row.kind === "cards" ? row.cards : []));
  const at = cards.findIndex(isReached);
  const next = at < 0 ? 0 : Math.max(0, Math.min(cards.length - 1, at + direction));
  return cards[next] ?? null;
}

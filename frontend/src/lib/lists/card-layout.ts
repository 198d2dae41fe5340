/** Sections laid out as rows of the content: a header, then its cards a few to a row. */

import { grouped } from "../algorithms/group-by";
import { NAME_ORDER } from "../format/locale";
import * as messages from "./messages";
import { stackRows } from "./virtual-range";

export interface CardSection<Card> {
  /** What it is folded by: a prefix, or a word that no prefix can be, as these hold no "/". */
  readonly key: string;
  readonly title: string;
  readonly cards: readonly Card[];
  /** Collapsed until a viewer expands it. */
  readonly isClosed?: boolean;
}

/** What stands before the first "/"; empty without one. */
export function prefixOf(tag: string): string {
  const slash = tag.indexOf("/");
  return slash < 0 ? "" : tag.slice(0, slash);
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

/** A section, or a stretch of it, in one row. */
export interface RowPart<Card> {
  readonly section: CardSection<Card>;
  /** The first part of a section stands below its heading. */
  readonly hasHeading: boolean;
  readonly folded: boolean;
  /** The columns that it has: those of a folded section are empty, so that nothing else moves. */
  readonly column: number;
  readonly span: number;
  readonly cards: readonly Card[];
}

/** Small sections that follow one another share a row; a large one has several. */
export interface CardRow<Card> {
  readonly key: string;
  readonly parts: readonly RowPart<Card>[];
}

export interface CardRows<Card> {
  readonly rows: readonly CardRow<Card>[];
  /** Pixels from the top; row i spans from edges[i] to edges[i + 1]. */
  readonly edges: Float64Array;
}

export function hasHeadings({ parts }: CardRow<unknown>): boolean {
  return parts.some(({ hasHeading }) => hasHeading);
}

export function cardsOf<Card>({ parts }: CardRow<Card>): readonly Card[] {
  return parts.flatMap(({ cards }) => cards);
}

/** A lone section of tags without a prefix divides nothing: it has no heading, and is open. */
export function isUndivided([first, ...others]: readonly CardSection<unknown>[]): boolean {
  return first?.key === "" && others.length === 0;
}

/** How large cards are drawn: small, medium or large. */
export type CardSize = "S" | "M" | "L";

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

/** As many columns as fit and as the fullest row fills; wider cards have higher plots. */
export function gridFor(
  width: number,
  gap: number,
  sections: readonly CardSection<unknown>[],
  sizes: CardSizes,
): Grid {
  const { leastWidth, mostWidth, mostColumns, leastPlot, mostPlot, plotByWidth } = sizes;
  const room = Math.floor((width + gap) / (leastWidth + gap));
  const fitting = Math.max(1, Math.min(room, mostColumns));
  const fullest = rowGroups(sections, fitting).reduce(
    (most, group) => Math.max(most, countCards(group)),
    1,
  );
  const columns = Math.min(fitting, fullest);
  const cardWidth = Math.min(mostWidth, Math.floor((width - (columns - 1) * gap) / columns));
  const wanted = Math.round(cardWidth * plotByWidth);
  return { columns, cardWidth, plotHeight: Math.min(mostPlot, Math.max(leastPlot, wanted)) };
}

export function countCards(sections: readonly CardSection<unknown>[]): number {
  return sections.reduce((sum, { cards }) => sum + cards.length, 0);
}

/** Sections in their order, those together whose cards stand in one row. */
function rowGroups<Card>(
  sections: readonly CardSection<Card>[],
  columns: number,
): CardSection<Card>[][] {
  const groups: CardSection<Card>[][] = [];
  let free = 0;
  for (const section of sections) {
    const size = Math.max(1, section.cards.length);
    if (size <= free) groups.at(-1)?.push(section);
    else groups.push([section]);
    free = size <= free ? free - size : columns - size;
  }
  return groups;
}

/** In CSS pixels. */
export interface RowHeights {
  readonly heading: number;
  readonly cards: number;
  /** Above cards without a heading. */
  readonly top: number;
}

/** Sections that are `folded` are those turned from what they are at first. */
export function layOutCards<Card>(
  sections: readonly CardSection<Card>[],
  folded: ReadonlySet<string>,
  columns: number,
  heights: RowHeights,
): CardRows<Card> {
  const undivided = isUndivided(sections);
  const isFolded = ({ key, isClosed = false }: CardSection<Card>) =>
    !undivided && folded.has(key) !== isClosed;
  const rows = rowGroups(sections, columns).flatMap((group) =>
    groupRows(group, columns, isFolded, !undivided),
  );
  const heightOf = (row: CardRow<Card>) =>
    (hasHeadings(row) ? heights.heading : 0) + (cardsOf(row).length > 0 ? heights.cards : 0);
  const above = undivided ? heights.top : 0;
  return { rows, edges: stackRows(rows.map(heightOf)).map((edge) => edge + above) };
}

/** The row of sections that share it, or the rows of a large one. */
function groupRows<Card>(
  group: readonly CardSection<Card>[],
  columns: number,
  isFolded: (section: CardSection<Card>) => boolean,
  hasHeading: boolean,
): CardRow<Card>[] {
  let column = 0;
  const parts = group.map((section): RowPart<Card> => {
    const folded = isFolded(section);
    const span = Math.max(1, Math.min(columns, section.cards.length));
    column += span;
    const cards = folded ? [] : section.cards.slice(0, columns);
    return { section, hasHeading, folded, column: column - span, span, cards };
  });
  const rows = [{ key: group[0]?.key ?? "", parts }];
  const [first] = parts;
  if (first === undefined || first.folded) return rows;
  for (let at = columns; at < first.section.cards.length; at += columns) {
    const cards = first.section.cards.slice(at, at + columns);
    const rest = { ...first, hasHeading: false, span: columns, cards };
    rows.push({ key: `${first.section.key}/${at}`, parts: [rest] });
  }
  return rows;
}

/** The row that holds a card; -1 when it is collapsed or filtered out. */
export function rowOfCard<Card>({ rows }: CardRows<Card>, isIt: (card: Card) => boolean): number {
  return rows.findIndex((row) => cardsOf(row).some(isIt));
}

/** The card that follows the one reached in the order of reading; the first or last at the ends. */
export function neighbourCard<Card>(
  { rows }: CardRows<Card>,
  isReached: (card: Card) => boolean,
  direction: 1 | -1,
): Card | null {
  const cards = rows.flatMap(cardsOf);
  const at = cards.findIndex(isReached);
  const next = at < 0 ? 0 : Math.max(0, Math.min(cards.length - 1, at + direction));
  return cards[next] ?? null;
}

/** Cards in sections to fold, of which only those near the viewport are in the document. */
import type { ComponentChildren, RefObject } from "preact";
import {
  type CardRow,
  type CardRows,
  type CardSection,
  type CardSizes,
  countCards,
  type Grid,
  gridFor,
  layOutCards,
  neighbourCard,
  rowOfCard,
} from "../../lib/lists/card-layout";
import { rowsNear } from "../../lib/lists/virtual-range";
import { Icon } from "../controls/icon";
import * as messages from "../messages";
import { useViewport } from "./use-viewport";
import "./card-sections.css";

const GAP_PX = 12;
const SIDE_PX = 16;
const HEADER_PX = 40;
const MARGIN_PX = 500;
/** Of more cards than this, the section shows how many are drawn. */
const MANY_CARDS = 200;

interface SectionsProps<Card> {
  readonly sections: readonly CardSection<Card>[];
  /** The keys of those folded. */
  readonly folded: readonly string[];
  readonly sizes: CardSizes;
  /** The height of a card, in pixels, with a plot of the grid's. */
  readonly heightOf: (grid: Grid) => number;
}

/** Where all cards lie, by the room there is. */
export function useCardSections<Card>(props: SectionsProps<Card>) {
  const { sections, folded, sizes, heightOf } = props;
  const { element, viewport } = useViewport();
  const grid = gridFor(viewport.width - 2 * SIDE_PX, GAP_PX, sections, sizes);
  const height = heightOf(grid);
  const layout = layOutCards(sections, new Set(folded), grid.columns, {
    header: HEADER_PX,
    cards: height + GAP_PX,
  });
  return { element, viewport, grid, height, layout };
}

export type CardsInSections<Card> = ReturnType<typeof useCardSections<Card>>;

/** Scrolls to the card after or before the one reached, and returns it. */
export function reachCard<Card>(
  element: RefObject<HTMLElement | null>,
  layout: CardRows<Card>,
  isReached: (card: Card) => boolean,
  direction: 1 | -1,
): Card | null {
  const card = neighbourCard(layout, isReached, direction);
  const scroller = element.current;
  if (card === null || scroller === null) return null;
  const row = rowOfCard(layout, (own) => own === card);
  const top = layout.edges[row] ?? 0;
  const bottom = layout.edges[row + 1] ?? top;
  if (top < scroller.scrollTop) scroller.scrollTop = top - HEADER_PX;
  else if (bottom > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = bottom - scroller.clientHeight + GAP_PX;
  }
  return card;
}

interface HeaderProps {
  readonly section: CardSection<unknown>;
  readonly folded: boolean;
  readonly onFold: (key: string) => void;
}

function SectionHeader({ section, folded, onFold }: HeaderProps) {
  return (
    <h2 class="ui-section-header">
      <button type="button" aria-expanded={!folded} onClick={() => onFold(section.key)}>
        <Icon name={folded ? "chevron-right" : "chevron-down"} size={15} />
        <span>{section.title}</span>
        <span class="section-count">{messages.chartCount(section.cards.length)}</span>
      </button>
    </h2>
  );
}

interface DrawingProps<Card> {
  readonly onFold: (key: string) => void;
  /** Draws a card, with a key; `isFirst` says that no card stands before it. */
  readonly draw: (card: Card, isFirst: boolean) => ComponentChildren;
}

interface RowProps<Card> extends DrawingProps<Card> {
  readonly row: CardRow<Card>;
  readonly top: number;
  readonly grid: Grid;
  readonly height: number;
  /** Whether no cards stand above. */
  readonly isFirst: boolean;
  /** What a header says of all sections; empty for nothing. */
  readonly note: string;
}

function Row<Card>({ row, top, grid, height, isFirst, note, onFold, draw }: RowProps<Card>) {
  if (row.kind === "header") {
    return (
      <div class="ui-card-row ui-section-row" style={{ top: `${top}px`, height: `${HEADER_PX}px` }}>
        <SectionHeader section={row.section} folded={row.folded} onFold={onFold} />
        {note !== "" && (
          <p class="ui-section-note">
            {note}
            <span>{messages.filterOrScroll}</span>
          </p>
        )}
      </div>
    );
  }
  const gridTemplateColumns = `repeat(${grid.columns}, minmax(0, ${grid.cardWidth}px))`;
  return (
    <div
      class="ui-card-row cards"
      style={{ top: `${top}px`, height: `${height}px`, gridTemplateColumns }}
    >
      {row.cards.map((card, at) => draw(card, isFirst && at === 0))}
    </div>
  );
}

/** How many of many cards are drawn. */
function drawnText(rows: readonly CardRow<unknown>[], near: readonly CardRow<unknown>[]): string {
  const { all } = countCards(rows);
  if (all <= MANY_CARDS) return "";
  const { open } = countCards(near);
  return messages.drawnCount(open, all);
}

interface CardSectionsProps<Card> extends DrawingProps<Card> {
  readonly cards: CardsInSections<Card>;
}

export function CardSections<Card>({ cards, onFold, draw }: CardSectionsProps<Card>) {
  const { element, viewport, grid, height, layout } = cards;
  const { rows, edges } = layout;
  const firstCards = rows.findIndex(({ kind }) => kind === "cards");
  const { first, end } = rowsNear(edges, viewport.top, viewport.height, MARGIN_PX);
  const near = rows.slice(first, end);
  const note = first === 0 ? drawnText(rows, near) : "";
  return (
    <div class="ui-card-scroller" ref={element}>
      <div class="ui-card-column" style={{ height: `${(edges[rows.length] ?? 0) + GAP_PX}px` }}>
        {viewport.width > 0 &&
          near.map((row, at) => (
            <Row
              key={row.kind === "header" ? `section ${row.section.key}` : `cards ${row.key}`}
              row={row}
              top={edges[first + at] ?? 0}
              grid={grid}
              height={height}
              isFirst={first + at === firstCards}
              note={first + at === 0 ? note : ""}
              onFold={onFold}
              draw={draw}
            />
          ))}
      </div>
    </div>
  );
}

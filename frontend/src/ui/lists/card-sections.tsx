/** Cards in sections to fold, of which only those near the viewport are in the document. */
import { type ComponentChildren, Fragment, type RefObject } from "preact";
import {
  type CardRow,
  type CardRows,
  type CardSection,
  type CardSizes,
  cardsOf,
  countCards,
  type Grid,
  gridFor,
  hasHeadings,
  isUndivided,
  layOutCards,
  neighbourCard,
  type RowPart,
  rowOfCard,
} from "../../lib/lists/card-layout";
import { rowsNear } from "../../lib/lists/virtual-range";
import { Icon } from "../controls/icon";
import * as messages from "../messages";
import { useViewport } from "./use-viewport";
import "./card-sections.css";

const GAP_PX = 12;
const SIDE_PX = 16;
const HEADING_PX = 40;
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
  const all = countCards(sections);
  const layout = layOutCards(sections, new Set(folded), grid.columns, {
    heading: HEADING_PX,
    cards: height + GAP_PX,
    top: all > MANY_CARDS ? HEADING_PX : GAP_PX,
  });
  return { element, viewport, grid, height, layout, all, isUndivided: isUndivided(sections) };
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
  if (top < scroller.scrollTop) scroller.scrollTop = top - HEADING_PX;
  else if (bottom > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = bottom - scroller.clientHeight + GAP_PX;
  }
  return card;
}

interface DrawingProps<Card> {
  readonly onFold: (key: string) => void;
  readonly keyOf: (card: Card) => string;
  /** Draws a card; `isFirst` says that no card stands before it. */
  readonly draw: (card: Card, isFirst: boolean) => ComponentChildren;
}

interface HeadingProps {
  readonly part: RowPart<unknown>;
  readonly onFold: (key: string) => void;
}

function SectionHeading({ part: { section, folded }, onFold }: HeadingProps) {
  return (
    <h2 class="ui-section-heading">
      <button type="button" aria-expanded={!folded} onClick={() => onFold(section.key)}>
        <Icon name={folded ? "chevron-right" : "chevron-down"} size={15} />
        <span data-tooltip={section.title}>{section.title}</span>
        <span class="section-count">{messages.chartCount(section.cards.length)}</span>
      </button>
    </h2>
  );
}

/** How many cards of all sections are drawn, at the right of the first row. */
function SectionNote({ text }: { text: string }) {
  return (
    <p class="ui-section-note">
      {text}
      <span>{messages.filterOrScroll}</span>
    </p>
  );
}

interface RowProps<Card> extends DrawingProps<Card> {
  readonly row: CardRow<Card>;
  readonly top: number;
  readonly grid: Grid;
  readonly height: number;
  /** Whether no cards stand above. */
  readonly isFirst: boolean;
  /** How many cards are drawn; empty where all are few. */
  readonly note: string;
}

function Row<Card>({ row, top, grid, height, isFirst, note, ...drawing }: RowProps<Card>) {
  const { onFold, keyOf, draw } = drawing;
  const heights = [hasHeadings(row) ? HEADING_PX : 0, cardsOf(row).length > 0 ? height : 0];
  const style = {
    top: `${top}px`,
    gridTemplateColumns: `repeat(${grid.columns}, minmax(0, ${grid.cardWidth}px))`,
    gridTemplateRows: heights.map((px) => `${px}px`).join(" "),
  };
  const last = row.parts.at(-1);
  return (
    <div class="ui-card-row" style={style}>
      {row.parts.map((part) => (
        <Fragment key={part.section.key}>
          {part.hasHeading && (
            <div
              class="ui-section-row"
              style={{ gridRow: "1", gridColumn: `${part.column + 1} / span ${part.span}` }}
            >
              <SectionHeading part={part} onFold={onFold} />
              {note !== "" && part === last && <SectionNote text={note} />}
            </div>
          )}
          {part.cards.map((card, at) => (
            <div
              key={keyOf(card)}
              class="ui-card-slot"
              style={{ gridRow: "2", gridColumn: `${part.column + at + 1}` }}
            >
              {draw(card, isFirst && part === row.parts[0] && at === 0)}
            </div>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

interface CardSectionsProps<Card> extends DrawingProps<Card> {
  readonly cards: CardsInSections<Card>;
}

export function CardSections<Card>({ cards, ...drawing }: CardSectionsProps<Card>) {
  const { element, viewport, grid, height, layout, all, isUndivided } = cards;
  const { rows, edges } = layout;
  const firstCards = rows.findIndex((row) => cardsOf(row).length > 0);
  const { first, end } = rowsNear(edges, viewport.top, viewport.height, MARGIN_PX);
  const near = rows.slice(first, end);
  const drawn = near.reduce((sum, row) => sum + cardsOf(row).length, 0);
  const note = first === 0 && all > MANY_CARDS ? messages.drawnCount(drawn, all) : "";
  return (
    <div class="ui-card-scroller" ref={element}>
      <div class="ui-card-column" style={{ height: `${(edges[rows.length] ?? 0) + GAP_PX}px` }}>
        {isUndivided && (
          <div class="ui-section-row">
            <h2 class="ui-visually-hidden">{messages.chartCount(all)}</h2>
            {note !== "" && <SectionNote text={note} />}
          </div>
        )}
        {viewport.width > 0 &&
          near.map((row, at) => (
            <Row
              key={row.key}
              row={row}
              top={edges[first + at] ?? 0}
              grid={grid}
              height={height}
              isFirst={first + at === firstCards}
              note={first + at === 0 ? note : ""}
              {...drawing}
            />
          ))}
      </div>
    </div>
  );
}

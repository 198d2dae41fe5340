/** The cards in their sections, of which only those near the viewport are in the document. */
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { counted } from "../../lib/number-text";
import { rowsNear } from "../../lib/window-range";
import { shownRuns } from "../../state/runs";
import { useShortcuts } from "../../state/shortcuts";
import { Icon } from "../../ui/icon";
import { useViewport } from "../../ui/use-viewport";
import {
  type CardRow,
  type CardRows,
  type Grid,
  gridFor,
  layOutCards,
  neighbourTag,
  rowOfTag,
} from "./card-rows";
import { ScalarCard } from "./scalar-card";
import type { Section } from "./sections";
import { sections } from "./tags";
import { valueTableHeight } from "./value-table";
import * as view from "./view";

const GAP_PX = 12;
const SIDE_PX = 16;
const HEADER_PX = 40;
const CARD_HEAD_PX = 38;
const MARGIN_PX = 500;

function cardHeight({ plotHeight }: Grid): number {
  return CARD_HEAD_PX + plotHeight + valueTableHeight(shownRuns.value.length);
}

function SectionHeader({ section, folded }: { section: Section; folded: boolean }) {
  return (
    <h2 class="section-header">
      <button
        type="button"
        aria-expanded={!folded}
        onClick={() => view.toggleSection(section.prefix)}
      >
        <Icon name={folded ? "chevron-right" : "chevron-down"} size={15} />
        <span>{section.prefix === "" ? "Without prefix" : section.prefix}</span>
        <span class="section-count">{counted(section.tags.length, "chart")}</span>
      </button>
    </h2>
  );
}

interface RowProps {
  readonly row: CardRow;
  readonly top: number;
  readonly grid: Grid;
  readonly height: number;
}

function Row({ row, top, grid, height }: RowProps) {
  if (row.kind === "header") {
    return (
      <div class="card-row" style={{ top: `${top}px`, height: `${HEADER_PX}px` }}>
        <SectionHeader section={row.section} folded={row.folded} />
      </div>
    );
  }
  return (
    <div
      class="card-row cards"
      style={{
        top: `${top}px`,
        height: `${height}px`,
        gridTemplateColumns: `repeat(${grid.columns}, minmax(0, ${grid.cardWidth}px))`,
      }}
    >
      {row.tags.map((tag) => (
        <ScalarCard key={tag.tag} tag={tag} />
      ))}
    </div>
  );
}

/** Scrolls the next or previous card into view and gives it the focus. */
function reachCard(scroller: HTMLElement | null, rows: CardRows, direction: 1 | -1): void {
  const tag = neighbourTag(rows, view.reachedTag.peek(), direction);
  if (tag === null || scroller === null) return;
  view.reachedTag.value = tag;
  view.tagToFocus.value = tag;
  const row = rowOfTag(rows, tag);
  const top = rows.edges[row] ?? 0;
  const bottom = rows.edges[row + 1] ?? top;
  if (top < scroller.scrollTop) scroller.scrollTop = top - HEADER_PX;
  else if (bottom > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = bottom - scroller.clientHeight + GAP_PX;
  }
}

function useCardKeys(scroller: RefObject<HTMLDivElement | null>, rows: CardRows): void {
  const latest = useRef(rows);
  latest.current = rows;
  const reach = (direction: 1 | -1) => () => reachCard(scroller.current, latest.current, direction);
  const group = "Scalars";
  useShortcuts([
    { keys: "j", label: "Next card", group, run: reach(1) },
    { keys: "k", label: "Previous card", group, run: reach(-1) },
    {
      keys: "Enter",
      label: "Full screen for the card reached with j and k",
      group,
      run: () => {
        const inCard = document.activeElement?.matches(".scalar-card");
        if (!inCard || view.reachedTag.peek() === null) return false;
        view.openFullScreen(view.reachedTag.peek());
        return true;
      },
    },
    { keys: "x", label: "Next x axis: step, relative, wall", group, run: view.cycleAxis },
    { keys: "l", label: "Logarithmic y axis", group, run: view.toggleLog },
    { keys: "s", label: "More smoothing", group, run: () => view.stepSmoothing(1) },
    { keys: "Shift+s", label: "Less smoothing", group, run: () => view.stepSmoothing(-1) },
    { keys: "0", label: "Fit: the whole x axis", group, run: () => view.setZoom(null) },
  ]);
}

export function CardGrid() {
  const { element, viewport } = useViewport();
  const grid = gridFor(viewport.width - 2 * SIDE_PX, GAP_PX, sections.value);
  const height = cardHeight(grid);
  const layout = layOutCards(sections.value, new Set(view.folded.value), grid.columns, {
    header: HEADER_PX,
    cards: height + GAP_PX,
  });
  useCardKeys(element, layout);
  const { rows, edges } = layout;
  const near = rowsNear(edges, viewport.top, viewport.height, MARGIN_PX);
  return (
    <div class="card-scroller" ref={element}>
      <div class="card-column" style={{ height: `${(edges[rows.length] ?? 0) + GAP_PX}px` }}>
        {viewport.width > 0 &&
          rows
            .slice(near.first, near.end)
            .map((row, at) => (
              <Row
                key={row.kind === "header" ? `section ${row.section.prefix}` : `cards ${row.key}`}
                row={row}
                top={edges[near.first + at] ?? 0}
                grid={grid}
                height={height}
              />
            ))}
      </div>
    </div>
  );
}

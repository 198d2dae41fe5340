/** The cards in their sections, of which only those near the viewport are in the document. */
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { counted } from "../../lib/number-text";
import { rowsNear } from "../../lib/window-range";
import { useShortcuts } from "../../state/shortcuts";
import { step } from "../../state/steps";
import { Icon } from "../../ui/icon";
import { useViewport } from "../../ui/use-viewport";
import { FOOT_PX } from "./card-foot";
import {
  type CardRow,
  type CardRows,
  type Grid,
  gridFor,
  layOutCards,
  neighbourTag,
  rowOfTag,
} from "./card-rows";
import { DistributionCard } from "./distribution-card";
import { type Section, sections } from "./tags";
import * as view from "./view";

const GAP_PX = 12;
const SIDE_PX = 16;
const HEADER_PX = 40;
const CARD_HEAD_PX = 62;
const MARGIN_PX = 400;

function SectionHeader({ section, folded }: { section: Section; folded: boolean }) {
  return (
    <h2 class="distribution-section">
      <button
        type="button"
        aria-expanded={!folded}
        onClick={() => view.toggleSection(section.prefix)}
      >
        <Icon name={folded ? "chevron-right" : "chevron-down"} size={15} />
        <span>{section.prefix === "" ? "Without prefix" : section.prefix}</span>
        <span class="distribution-section-count">{counted(section.tags.length, "chart")}</span>
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
      <div class="distribution-row" style={{ top: `${top}px`, height: `${HEADER_PX}px` }}>
        <SectionHeader section={row.section} folded={row.folded} />
      </div>
    );
  }
  const columns = `repeat(${grid.columns}, minmax(0, ${grid.cardWidth}px))`;
  return (
    <div
      class="distribution-row cards"
      style={{ top: `${top}px`, height: `${height}px`, gridTemplateColumns: columns }}
    >
      {row.tags.map((tag) => (
        <DistributionCard key={tag.tag} tag={tag} />
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

/** The card in focus fills the page. */
function fillPage(): boolean {
  const tag = document.activeElement?.closest<HTMLElement>(".distribution-card")?.dataset.tag;
  if (tag === undefined || !document.activeElement?.matches(".distribution-card")) return false;
  view.openFullScreen(tag);
  return true;
}

function useCardKeys(scroller: RefObject<HTMLDivElement | null>, rows: CardRows): void {
  const latest = useRef(rows);
  latest.current = rows;
  const reach = (direction: 1 | -1) => () => reachCard(scroller.current, latest.current, direction);
  const group = "Distributions";
  useShortcuts([
    { keys: "j", label: "Next card", group, run: reach(1) },
    { keys: "k", label: "Previous card", group, run: reach(-1) },
    { keys: "Enter", label: "Full screen for the card reached", group, run: fillPage },
    { keys: "v", label: "Next form: ridges, overlay, heat map, bands", group, run: view.cycleMode },
    { keys: "x", label: "Next axis of steps: step, relative, wall", group, run: view.cycleAxis },
    { keys: "l", label: "Logarithmic counts", group, run: view.toggleLog },
    {
      keys: "c",
      label: "Hold the step shown, to compare others with it",
      group,
      run: () => view.holdStep(view.heldStep.peek() === null ? step.peek() : null),
    },
  ]);
}

export function CardGrid() {
  const { element, viewport } = useViewport();
  const grid = gridFor(viewport.width - 2 * SIDE_PX, GAP_PX, sections.value);
  const height = CARD_HEAD_PX + grid.plotHeight + FOOT_PX;
  const layout = layOutCards(sections.value, new Set(view.folded.value), grid.columns, {
    header: HEADER_PX,
    cards: height + GAP_PX,
  });
  useCardKeys(element, layout);
  const { rows, edges } = layout;
  const near = rowsNear(edges, viewport.top, viewport.height, MARGIN_PX);
  return (
    <div class="distribution-scroller" ref={element}>
      <div
        class="distribution-column"
        style={{ height: `${(edges[rows.length] ?? 0) + GAP_PX}px` }}
      >
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

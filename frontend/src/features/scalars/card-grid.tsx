/** The cards in their sections, of which only those near the viewport are in the document. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { counted } from "../../lib/number-text";
import { rowsNear } from "../../lib/window-range";
import { shownRuns } from "../../state/runs";
import { Icon } from "../../ui/icon";
import { useViewport } from "../../ui/use-viewport";
import { dropTag } from "./card-choices";
import { DRAGGED_TAG } from "./card-header";
import { useCardKeys } from "./card-keys";
import { type CardRow, type Grid, gridFor, layOutCards } from "./card-rows";
import type { CardSpec } from "./card-spec";
import { groupOf } from "./groups";
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
  return CARD_HEAD_PX + plotHeight + valueTableHeight(linesExpected(), view.density.value);
}

/** How many lines most cards have. */
function linesExpected(): number {
  const ids = shownRuns.value.map(({ id }) => id);
  return view.spread.value === "off" ? ids.length : new Set(ids.map((id) => groupOf(id).key)).size;
}

function SectionHeader({ section, folded }: { section: Section; folded: boolean }) {
  return (
    <h2 class="section-header">
      <button type="button" aria-expanded={!folded} onClick={() => view.toggleSection(section.key)}>
        <Icon name={folded ? "chevron-right" : "chevron-down"} size={15} />
        <span>{section.title}</span>
        <span class="section-count">{counted(section.cards.length, "chart")}</span>
      </button>
    </h2>
  );
}

interface RowProps {
  readonly row: CardRow;
  readonly top: number;
  readonly grid: Grid;
  readonly height: number;
  /** Whether no cards stand above. */
  readonly isFirst: boolean;
}

/** A tag that is dropped on the card is drawn there too. */
function DropTarget({ spec, children }: { spec: CardSpec; children: ComponentChildren }) {
  const isOver = useSignal(false);
  const carriesTag = (drag: DragEvent) => drag.dataTransfer?.types.includes(DRAGGED_TAG) ?? false;
  const hover = (drag: DragEvent): void => {
    if (!carriesTag(drag)) return;
    drag.preventDefault();
    isOver.value = true;
  };
  const drop = (dropped: DragEvent): void => {
    isOver.value = false;
    const tag = dropped.dataTransfer?.getData(DRAGGED_TAG);
    if (!tag) return;
    dropped.preventDefault();
    dropTag(tag, spec);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the card's menu does the same by keys
    <div
      class={isOver.value ? "card-place drop" : "card-place"}
      onDragOver={hover}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

function Row({ row, top, grid, height, isFirst }: RowProps) {
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
      {row.cards.map((spec, at) => (
        <DropTarget key={spec.id} spec={spec}>
          <ScalarCard spec={spec} first={isFirst && at === 0} />
        </DropTarget>
      ))}
    </div>
  );
}

export function CardGrid() {
  const { element, viewport } = useViewport();
  const grid = gridFor(viewport.width - 2 * SIDE_PX, GAP_PX, sections.value, view.density.value);
  const height = cardHeight(grid);
  const layout = layOutCards(sections.value, new Set(view.folded.value), grid.columns, {
    header: HEADER_PX,
    cards: height + GAP_PX,
  });
  useCardKeys(element, layout, { above: HEADER_PX, below: GAP_PX });
  const { rows, edges } = layout;
  const firstCards = rows.findIndex(({ kind }) => kind === "cards");
  const near = rowsNear(edges, viewport.top, viewport.height, MARGIN_PX);
  return (
    <div class="card-scroller" ref={element}>
      <div class="card-column" style={{ height: `${(edges[rows.length] ?? 0) + GAP_PX}px` }}>
        {viewport.width > 0 &&
          rows
            .slice(near.first, near.end)
            .map((row, at) => (
              <Row
                key={row.kind === "header" ? `section ${row.section.key}` : `cards ${row.key}`}
                row={row}
                top={edges[near.first + at] ?? 0}
                grid={grid}
                height={height}
                isFirst={near.first + at === firstCards}
              />
            ))}
      </div>
    </div>
  );
}

/** The cards in their sections. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Grid } from "../../lib/lists/card-layout";
import { cardTitles } from "../../lib/lists/card-titles";
import { shownRuns } from "../../state/runs/runs";
import { cardSize } from "../../state/shell/card-size";
import { CardSections, useCardSections } from "../../ui/lists/card-sections";
import { DRAGGED_TAG } from "./card/card-header";
import { tabSections } from "./card/drawn-cards";
import { ScalarCard } from "./card/scalar-card";
import { useScalarKeys } from "./keyboard";
import { groupOf } from "./lines/group-of-run";
import { dropTag } from "./options/card-options";
import { CARD_SIZES } from "./options/card-sizes";
import type { CardSpec } from "./options/card-spec";
import type { Section } from "./options/sections";
import * as view from "./options/tab-options";
import { valueTableHeight } from "./values/tooltip-table";

const CARD_HEAD_PX = 38;

function cardHeight({ plotHeight }: Grid): number {
  return CARD_HEAD_PX + plotHeight + valueTableHeight(linesExpected(), cardSize.value);
}

/** How many lines most cards have. */
function linesExpected(): number {
  const ids = shownRuns.value.map(({ id }) => id);
  return view.spread.value === "off" ? ids.length : new Set(ids.map((id) => groupOf(id).key)).size;
}

/** A tag that is dropped on the card is drawn there too. */
function DropTarget({ spec, children }: { spec: CardSpec; children: ComponentChildren }) {
  const isOver = useSignal(false);
  const carriesTag = (drag: DragEvent) =>
    spec.laidOut === null && (drag.dataTransfer?.types.includes(DRAGGED_TAG) ?? false);
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
      class={isOver.value ? "scalar-card-slot drop" : "scalar-card-slot"}
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

export function CardGrid({ sections }: { readonly sections: readonly Section[] }) {
  const cards = useCardSections({
    sections,
    folded: view.folded.value,
    sizes: CARD_SIZES[cardSize.value],
    heightOf: cardHeight,
  });
  tabSections.current = sections;
  useScalarKeys(cards);
  const titleOf = useMemo(() => cardTitles(sections, ({ title }) => title), [sections]);
  return (
    <CardSections
      cards={cards}
      onFold={view.toggleSection}
      keyOf={({ id }) => id}
      draw={(spec, isFirst) => (
        <DropTarget spec={spec}>
          <ScalarCard spec={spec} title={titleOf(spec)} first={isFirst} />
        </DropTarget>
      )}
    />
  );
}

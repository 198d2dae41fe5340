/** The cards in their sections. */
import { useMemo } from "preact/hooks";
import type { Tag } from "../../api/types";
import { cardTitles } from "../../lib/lists/card-titles";
import { cardSize } from "../../state/shell/card-size";
import { useCardKeys } from "../../state/shell/focused-card";
import { useShortcuts } from "../../state/shell/shortcuts";
import { step } from "../../state/tags/selected-step";
import {
  CardSections,
  type CardsInSections,
  reachCard,
  useCardSections,
} from "../../ui/lists/card-sections";
import { FOOT_PX } from "./card/card-footer";
import { cardSizes, plotHeight } from "./card/card-sizes";
import { DistributionCard } from "./card/distribution-card";
import * as messages from "./messages";
import * as view from "./options/tab-options";
import { mostFacets, sections } from "./options/tags";

const CARD_HEAD_PX = 62;

function pinReached(): boolean {
  const focused = document.activeElement?.closest<HTMLElement>(".distribution-card");
  const tag = focused?.dataset.tag ?? view.reached.id.peek();
  if (tag === null) return false;
  view.togglePin(tag);
  // It moves to another section, where the next key finds it.
  view.reached.focus(tag);
  return true;
}

function useDistributionKeys({ element, layout }: CardsInSections<Tag>): void {
  const group = "distributions";
  useCardKeys(view.reached, {
    group,
    neighbour: (id, direction) =>
      reachCard(element, layout, ({ tag }) => tag === id, direction)?.tag ?? null,
    open: view.openFullScreen,
  });
  useShortcuts([
    { keys: "v", label: messages.nextChartType, group, run: view.cycleMode },
    { keys: "x", label: messages.nextStepAxis, group, run: view.cycleAxis },
    { keys: "p", label: messages.pinFocused, group, run: pinReached },
    { keys: "l", label: messages.logarithmicCounts, group, run: view.toggleLog },
    {
      keys: "c",
      label: messages.pinStep,
      group,
      run: () => view.holdStep(view.heldStep.peek() === null ? step.peek() : null),
    },
  ]);
}

const titleOfTag = ({ tag, display_name }: Tag): string => display_name || tag;

export function CardGrid() {
  const [size, facets] = [cardSize.value, mostFacets.value];
  const cards = useCardSections({
    sections: sections.value,
    folded: view.folded.value,
    sizes: cardSizes(size, facets),
    heightOf: (grid) => CARD_HEAD_PX + plotHeight(size, facets, grid) + FOOT_PX,
  });
  useDistributionKeys(cards);
  const titleOf = useMemo(() => cardTitles(sections.value, titleOfTag), [sections.value]);
  return (
    <CardSections
      cards={cards}
      onFold={view.toggleSection}
      keyOf={({ tag }) => tag}
      draw={(tag) => <DistributionCard tag={tag} title={titleOf(tag)} />}
    />
  );
}

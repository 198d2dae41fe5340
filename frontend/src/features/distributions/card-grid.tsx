/** The cards in their sections. */
import { useRef } from "preact/hooks";
import type { Tag } from "../../api/types";
import type { CardSizes } from "../../lib/card-rows";
import { useShortcuts } from "../../state/shortcuts";
import { step } from "../../state/steps";
import {
  CardSections,
  type CardsInSections,
  reachCard,
  useCardSections,
} from "../../ui/card-sections";
import { FOOT_PX } from "./card-foot";
import { DistributionCard } from "./distribution-card";
import { sections } from "./tags";
import * as view from "./view";

const CARD_HEAD_PX = 62;

const CARD_SIZES: CardSizes = {
  leastWidth: 380,
  mostWidth: 900,
  mostColumns: 5,
  leastPlot: 230,
  mostPlot: 380,
  plotByWidth: 0.6,
};

/** Scrolls the next or previous card into view and gives it the focus. */
function reach({ element, layout }: CardsInSections<Tag>, direction: 1 | -1): void {
  const reached = view.reachedTag.peek();
  const card = reachCard(element, layout, ({ tag }) => tag === reached, direction);
  if (card === null) return;
  view.reachedTag.value = card.tag;
  view.tagToFocus.value = card.tag;
}

/** The card in focus fills the page. */
function fillPage(): boolean {
  const tag = document.activeElement?.closest<HTMLElement>(".distribution-card")?.dataset.tag;
  if (tag === undefined || !document.activeElement?.matches(".distribution-card")) return false;
  view.openFullScreen(tag);
  return true;
}

function useCardKeys(cards: CardsInSections<Tag>): void {
  const latest = useRef(cards);
  latest.current = cards;
  const group = "Distributions";
  useShortcuts([
    { keys: "j", label: "Next card", group, run: () => reach(latest.current, 1) },
    { keys: "k", label: "Previous card", group, run: () => reach(latest.current, -1) },
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
  const cards = useCardSections({
    sections: sections.value,
    folded: view.folded.value,
    sizes: CARD_SIZES,
    heightOf: ({ plotHeight }) => CARD_HEAD_PX + plotHeight + FOOT_PX,
  });
  useCardKeys(cards);
  return (
    <CardSections
      cards={cards}
      onFold={view.toggleSection}
      draw={(tag) => <DistributionCard key={tag.tag} tag={tag} />}
    />
  );
}

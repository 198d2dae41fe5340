/** The keys of the scalars tab. */
import { useRef } from "preact/hooks";
import { useShortcuts } from "../../state/shortcuts";
import { type CardsInSections, reachCard } from "../../ui/card-sections";
import * as choices from "./card-choices";
import type { CardSpec } from "./card-spec";
import { zoomBy } from "./key-zoom";
import * as view from "./view";

const GROUP = "Scalars";

/** Scrolls the next or previous card into view and gives it the focus. */
function reach({ element, layout }: CardsInSections<CardSpec>, direction: 1 | -1): void {
  const reached = view.reachedCard.peek();
  const card = reachCard(element, layout, ({ id }) => id === reached, direction);
  if (card === null) return;
  view.reachedCard.value = card.id;
  view.cardToFocus.value = card.id;
}

/** The card that keys are meant for: the one that fills the page, else the one with the focus. */
function cardInFocus(): string | null {
  if (view.fullScreenCard.peek() !== null) return view.fullScreenCard.peek();
  const card = document.activeElement?.closest<HTMLElement>(".scalar-card");
  return card?.dataset.tag ?? null;
}

function openReached(): boolean {
  const isCard = document.activeElement?.matches(".scalar-card");
  if (!isCard || view.reachedCard.peek() === null) return false;
  view.openFullScreen(view.reachedCard.peek());
  return true;
}

function pinReached(): boolean {
  const card = cardInFocus() ?? view.reachedCard.peek();
  if (card === null) return false;
  choices.togglePin(card);
  // It moves to another section, where the next key finds it.
  if (view.fullScreenCard.peek() === null) view.cardToFocus.value = card;
  return true;
}

export function useCardKeys(cards: CardsInSections<CardSpec>): void {
  const latest = useRef(cards);
  latest.current = cards;
  const keys = [
    { keys: "j", label: "Next card", run: () => reach(latest.current, 1) },
    { keys: "k", label: "Previous card", run: () => reach(latest.current, -1) },
    { keys: "Enter", label: "Full screen for the card reached with j and k", run: openReached },
    { keys: "p", label: "Pin the card in focus", run: pinReached },
    { keys: "x", label: "Next x axis: step, relative, wall", run: choices.cycleAxis },
    {
      keys: "l",
      label: "Logarithmic y axis, of the card in focus or of all",
      run: () => choices.toggleLog("y", cardInFocus()),
    },
    {
      keys: "Shift+l",
      label: "Logarithmic x axis, of the card in focus or of all",
      run: () => choices.toggleLog("x", cardInFocus()),
    },
    { keys: "s", label: "More smoothing", run: () => view.stepSmoothing(1) },
    { keys: "Shift+s", label: "Less smoothing", run: () => view.stepSmoothing(-1) },
    { keys: "+", label: "Zoom in", run: () => zoomBy(0.5) },
    { keys: "-", label: "Zoom out", run: () => zoomBy(2) },
    { keys: "0", label: "Fit: all of every axis", run: choices.fitAll },
  ];
  useShortcuts(keys.map((key) => ({ ...key, group: GROUP })));
}

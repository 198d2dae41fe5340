/** The keys of the scalars tab. */
import { useCardKeys } from "../../state/shell/focused-card";
import { useShortcuts } from "../../state/shell/shortcuts";
import { type CardsInSections, reachCard } from "../../ui/lists/card-sections";
import * as messages from "./messages";
import * as choices from "./options/card-options";
import type { CardSpec } from "./options/card-spec";
import { zoomBy } from "./options/keyboard-zoom";
import * as view from "./options/tab-options";

const GROUP = "scalars";

/** The card that keys are meant for: the one that fills the page, else the one with the focus. */
function cardInFocus(): string | null {
  if (view.fullScreenCard.peek() !== null) return view.fullScreenCard.peek();
  const card = document.activeElement?.closest<HTMLElement>(".scalar-card");
  return card?.dataset.tag ?? null;
}

function pinReached(): boolean {
  const card = cardInFocus() ?? view.reached.id.peek();
  if (card === null) return false;
  choices.togglePin(card);
  // It moves to another section, where the next key finds it.
  if (view.fullScreenCard.peek() === null) view.reached.focus(card);
  return true;
}

export function useScalarKeys({ element, layout }: CardsInSections<CardSpec>): void {
  useCardKeys(view.reached, {
    group: GROUP,
    neighbour: (id, direction) =>
      reachCard(element, layout, (card) => card.id === id, direction)?.id ?? null,
    open: view.openFullScreen,
  });
  const keys = [
    { keys: "p", label: messages.pinFocused, run: pinReached },
    { keys: "x", label: messages.nextAxis, run: choices.cycleAxis },
    {
      keys: "l",
      label: messages.logYKey,
      run: () => choices.toggleLog("y", cardInFocus()),
    },
    {
      keys: "Shift+l",
      label: messages.logXKey,
      run: () => choices.toggleLog("x", cardInFocus()),
    },
    { keys: "s", label: messages.moreSmoothing, run: () => view.stepSmoothing(1) },
    { keys: "Shift+s", label: messages.lessSmoothing, run: () => view.stepSmoothing(-1) },
    { keys: "+", label: messages.zoomIn, run: () => zoomBy(0.5) },
    { keys: "-", label: messages.zoomOut, run: () => zoomBy(2) },
    { keys: "0", label: messages.resetZoom, run: choices.fitAll },
  ];
  useShortcuts(keys.map((key) => ({ ...key, group: GROUP })));
}

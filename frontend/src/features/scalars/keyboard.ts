/** The keys of the scalars tab. */
import { useCardKeys } from "../../state/shell/focused-card";
import { useShortcuts } from "../../state/shell/shortcuts";
import { type CardsInSections, reachCard } from "../../ui/lists/card-sections";
import { axisName, axisText } from "./lines/axis-text";
import * as messages from "./messages";
import * as choices from "./options/card-options";
import type { CardSpec } from "./options/card-spec";
import { zoomBy } from "./options/keyboard-zoom";
import { kindEntry } from "./options/smoothing-option";
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

function spokenPin(): string {
  const card = cardInFocus() ?? view.reached.id.peek() ?? "";
  return choices.pinned.peek().includes(card) ? messages.pinnedSpoken : messages.unpinnedSpoken;
}

const spokenLog = (axis: "x" | "y") => () =>
  messages.logSpoken(axis, choices.isLog(cardInFocus() ?? "", axis));

function spokenSmoothing(): string {
  const { kind, amount } = view.smoothing.peek();
  return messages.smoothingSpoken(kindEntry(kind).title, amount);
}

function spokenZoom(): string {
  const card = cardInFocus() ?? view.reached.id.peek() ?? "";
  const range = view.zoom.peek() ?? choices.frameOf(card).x;
  const axis = view.axis.peek();
  if (range === null) return messages.allSpoken(axisName(axis));
  const [from, to] = range.map((end) => axisText(axis, end)) as [string, string];
  return messages.zoomSpoken(axisName(axis), from, to);
}

/** Plays the card in focus, or ends what is playing. */
function playFocused(): boolean {
  const card = cardInFocus() ?? view.reached.id.peek();
  if (card === null) return false;
  import("./card/play-card").then(({ togglePlaying }) => togglePlaying(card)).catch(() => {});
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
    { keys: "p", label: messages.pinFocused, run: pinReached, spoken: spokenPin },
    {
      keys: "x",
      label: messages.nextAxis,
      run: choices.cycleAxis,
      spoken: () => messages.axisSpoken(axisName(view.axis.peek())),
    },
    {
      keys: "l",
      label: messages.logYKey,
      run: () => choices.toggleLog("y", cardInFocus()),
      spoken: spokenLog("y"),
    },
    {
      keys: "Shift+l",
      label: messages.logXKey,
      run: () => choices.toggleLog("x", cardInFocus()),
      spoken: spokenLog("x"),
    },
    {
      keys: "s",
      label: messages.moreSmoothing,
      run: () => view.stepSmoothing(1),
      spoken: spokenSmoothing,
    },
    {
      keys: "Shift+s",
      label: messages.lessSmoothing,
      run: () => view.stepSmoothing(-1),
      spoken: spokenSmoothing,
    },
    { keys: "+", label: messages.zoomIn, run: () => zoomBy(0.5), spoken: spokenZoom },
    { keys: "-", label: messages.zoomOut, run: () => zoomBy(2), spoken: spokenZoom },
    { keys: "0", label: messages.resetZoom, run: choices.fitAll, spoken: spokenZoom },
    { keys: "Shift+p", label: messages.playFocused, run: playFocused },
  ];
  useShortcuts(keys.map((key) => ({ ...key, group: GROUP })));
}

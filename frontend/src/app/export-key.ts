/** The key that opens the export menu of the tab. */
import { showToast } from "../state/base/toasts";
import { isCardAwaited } from "../state/shell/focused-card";
import * as messages from "./messages";

const MENU = "[data-exports]";
/** The points of a card may still be on their way, and with them its menu. */
const WAIT_MS = 3000;

function cardInFocus(): Element | null {
  return document.activeElement?.closest("article") ?? null;
}

/** Opens the menu of the card in focus; false while it has none. */
function openOfCard(): boolean {
  const menu = cardInFocus()?.querySelector<HTMLElement>(MENU);
  menu?.click();
  return Boolean(menu);
}

/** Opens the menu of a card that is not drawn, or not filled, yet. Anything else pressed is last. */
function openWhenThere(): void {
  const done = new AbortController();
  const { signal } = done;
  const stop = () => done.abort();
  const look = () => openOfCard() && stop();
  const drawn = new MutationObserver(look);
  drawn.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", look, { signal });
  for (const input of ["keydown", "pointerdown"]) {
    document.addEventListener(input, stop, { signal, capture: true });
  }
  const timer = setTimeout(() => {
    showToast(messages.nothingToExport);
    stop();
  }, WAIT_MS);
  signal.addEventListener("abort", () => {
    drawn.disconnect();
    clearTimeout(timer);
  });
}

/** That of the tab, else of what is reachable first, such as a card that fills the page. */
function openOfTab(): boolean {
  const menus = [...document.querySelectorAll<HTMLElement>(MENU)];
  const reachable = menus.filter((menu) => menu.closest("[inert]") === null);
  const menu = reachable.find(({ dataset }) => dataset.exports === "tab") ?? reachable[0];
  menu?.click();
  return menu !== undefined;
}

/**
 * Opens the export menu of the card in focus, or of the one that takes it in a moment; without
 * either, that of the tab. Returns whether there is one.
 */
export function openExport(): boolean {
  if (cardInFocus() === null && !isCardAwaited()) return openOfTab();
  if (!openOfCard()) openWhenThere();
  return true;
}

/** The keys of menus, as the ARIA Authoring Practices list them. */

/** The letters of a name are typed in one go: after a longer pause a letter begins another name. */
const PAUSE_MS = 500;

/** What is typed in a menu, and the item that begins so. */
export class TypeAhead {
  private typed = "";
  private latestMs = Number.NEGATIVE_INFINITY;

  /** The index of the next name that begins with what was typed; one letter again leads on. */
  find(key: string, timeMs: number, names: readonly string[], at: number): number | undefined {
    const isNew = timeMs - this.latestMs > PAUSE_MS;
    this.latestMs = timeMs;
    this.typed = isNew ? key.toLowerCase() : this.typed + key.toLowerCase();
    const letters = new Set(this.typed);
    const wanted = letters.size === 1 ? key.toLowerCase() : this.typed;
    // More letters of a name may leave the focus where it is.
    const from = wanted.length === 1 ? at + 1 : Math.max(0, at);
    const inTurn = names.map((_, index) => (from + index) % names.length);
    return inTurn.find((index) => names[index]?.toLowerCase().startsWith(wanted));
  }
}

/** The items in order, with those that cannot be chosen now: a reader says so. */
export function itemsOf(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
}

function nameOf(item: HTMLElement): string {
  return (item.getAttribute("aria-label") ?? item.textContent ?? "").trim();
}

/** Runs when something outside is pressed or has the focus; returns how to stop. */
export function whenPressedOutside(root: HTMLElement | null, run: () => void): () => void {
  const stopping = new AbortController();
  const options = { signal: stopping.signal, capture: true };
  const leave = ({ target }: Event): void => {
    const isTooltip = target instanceof Element && target.closest("[role=tooltip]") !== null;
    if (!isTooltip && !(target instanceof Node && root?.contains(target))) run();
  };
  document.addEventListener("pointerdown", leave, options);
  document.addEventListener("focusin", leave, options);
  return () => stopping.abort();
}

/** Applies a key press in a menu; `close` receives whether the focus returns. */
export function pressMenu(
  press: KeyboardEvent,
  root: HTMLElement | null,
  typing: TypeAhead,
  close: (focusButton: boolean) => void,
): void {
  const { key, ctrlKey, metaKey, altKey } = press;
  const items = itemsOf(root);
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (key === "Tab") return;
  press.stopPropagation();
  // The item that has the focus takes these.
  if (key === "Enter" || key === " ") return;
  press.preventDefault();
  if (key === "Escape") close(true);
  const isLetter = [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
  const to = isLetter
    ? typing.find(key, press.timeStamp, items.map(nameOf), at)
    : nextItem(key, at, items.length);
  if (to !== undefined) items[to]?.focus();
}

/** The index of the item that a key leads to, if it leads to one. */
export function nextItem(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at < 0 ? count - 1 : (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

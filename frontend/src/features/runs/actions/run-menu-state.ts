/** Where the menu of a row was requested: by the right button, a long press, or a key. */
import { signal } from "@preact/signals";
import { EXPLAINED } from "../../../ui/popover/explained";

const LONG_PRESS_MS = 500;
/** A finger that moves farther than this scrolls. */
const MAX_DRIFT_PX = 10;

export const openedMenu = signal<{
  readonly key: string;
  readonly x: number;
  readonly y: number;
} | null>(null);

export function openMenu(key: string, x: number, y: number): void {
  openedMenu.value = { key, x, y };
}

export function closeMenu(): void {
  openedMenu.value = null;
}

/**
 * A long press of a finger opens the menu, and is then no click. Where it shows a tooltip it does no
 * more than that, but on the name, which the menu has as its title.
 */
export function watchLongPress(press: PointerEvent, key: string): void {
  const row = press.currentTarget;
  if (press.pointerType !== "touch" || !(row instanceof HTMLElement)) return;
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const timer = setTimeout(() => {
    openMenu(key, press.clientX, press.clientY);
    swallowClick(row);
    stopping.abort();
  }, LONG_PRESS_MS);
  const stop = () => {
    clearTimeout(timer);
    stopping.abort();
  };
  for (const kind of ["pointerup", "pointercancel", "pointerleave"] as const) {
    row.addEventListener(kind, stop, { signal: stopped });
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - press.clientX, clientY - press.clientY) > MAX_DRIFT_PX) stop();
  };
  row.addEventListener("pointermove", move, { signal: stopped });
  const giveWay = ({ target }: Event) => {
    if (target instanceof Element && !target.matches(".run-name")) stop();
  };
  row.addEventListener(EXPLAINED, giveWay, { signal: stopped });
}

/** Takes the click that the lifted finger may still make, and none after it. */
function swallowClick(row: HTMLElement): void {
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const swallow = (press: Event) => {
    press.preventDefault();
    press.stopPropagation();
    stopping.abort();
  };
  row.addEventListener("click", swallow, { capture: true, signal: stopped });
  window.addEventListener("pointerdown", () => stopping.abort(), {
    capture: true,
    signal: stopped,
  });
}

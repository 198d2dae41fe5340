/** `j` and `k` from card to card, or from row to row, where all of them are on the page. */
import type { RefObject } from "preact";
import { useShortcuts } from "./shortcuts";

/** Marks what the keys stop at; it needs a `tabIndex`, too. */
export const STOP = { "data-stop": "" };

function reach(list: HTMLElement | null, direction: 1 | -1): boolean {
  const stops = [...(list?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])];
  const at = stops.findIndex((stop) => stop.contains(document.activeElement));
  const next = stops[at < 0 ? (direction > 0 ? 0 : stops.length - 1) : at + direction];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
  return next !== undefined;
}

/** `what` is a card or a row, as the sheet of shortcuts calls it. */
export function useRowKeys(list: RefObject<HTMLElement | null>, what: string, group: string): void {
  useShortcuts([
    { keys: "j", label: `Next ${what}`, group, run: () => reach(list.current, 1) },
    { keys: "k", label: `Previous ${what}`, group, run: () => reach(list.current, -1) },
  ]);
}

/** `j`, `k` and Enter on a tab: they go from stop to stop, which are its cards or its rows. */
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import * as messages from "../messages";
import { type ShortcutGroup, useShortcuts } from "./shortcuts";

/** Marks what the keys stop at. */
export const NAVIGABLE = { "data-stop": "", tabIndex: -1 } as const;

/** A stop that stands for a run: the keys for runs are meant for it. */
export function navigableRun(run: string) {
  return { ...NAVIGABLE, "data-of-run": run };
}

/** The stop that has the focus itself, and not something in it. */
export function focusedNavigable(): HTMLElement | null {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && "stop" in focused.dataset ? focused : null;
}

type Direction = 1 | -1;

interface NavigationKeys {
  /** A card or a row, as the sheet of shortcuts calls it. */
  readonly what: string;
  readonly group: ShortcutGroup;
  /** Goes to the next or previous stop; false where there is none. */
  readonly reach: (direction: Direction) => unknown;
  /** What Enter does with the stop in focus, if anything. */
  readonly enter?: Enter;
}

interface Enter {
  readonly label: string;
  /** False where it has nothing to do. */
  readonly open: (stop: HTMLElement) => unknown;
}

export function useNavigationKeys(given: NavigationKeys): void {
  const latest = useRef(given);
  latest.current = given;
  const { what, group, enter } = given;
  const open = () => {
    const stop = focusedNavigable();
    return stop !== null && latest.current.enter?.open(stop);
  };
  useShortcuts([
    { keys: "j", label: messages.nextItem(what), group, run: () => latest.current.reach(1) },
    { keys: "k", label: messages.previousItem(what), group, run: () => latest.current.reach(-1) },
    ...(enter === undefined ? [] : [{ keys: "Enter", label: enter.label, group, run: open }]),
  ]);
}

/** The index of the stop to go to, from `last` where none has the focus. */
export function nextNavigable(
  count: number,
  focused: number,
  last: number | null,
  direction: Direction,
): number {
  const from = focused < 0 ? last : focused;
  if (from === null) return direction > 0 ? 0 : count - 1;
  return Math.max(0, Math.min(count - 1, from + direction));
}

/** The keys of a list that has all of its stops in the document. */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  what: string,
  group: ShortcutGroup,
  enter?: Enter,
): void {
  const last = useRef<number | null>(null);
  const reach = (direction: Direction): boolean => {
    const stops = [...(list.current?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])];
    const focused = stops.findIndex((stop) => stop.contains(document.activeElement));
    last.current = nextNavigable(stops.length, focused, last.current, direction);
    const next = stops[last.current];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
    return next !== undefined;
  };
  useNavigationKeys({ what, group, reach, ...(enter && { enter }) });
}

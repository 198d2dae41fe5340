/**
 * The card that keyboard navigation has reached, on a tab that has only the cards near the viewport
 * in the document: a distant card gets the focus when it is drawn, a little after the key.
 */
import { type ReadonlySignal, signal, useSignalEffect } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import * as messages from "../messages";
import { NAVIGABLE, useNavigationKeys } from "./list-navigation";
import type { ShortcutGroup } from "./shortcuts";

/** A card that is not drawn by then is not on the page, such as one that a filter hides. */
const WAIT_MS = 2000;

/** The last card that was to take the focus and has not, and since when. */
let waiting: { readonly tab: FocusedCard; readonly since: number } | null = null;

/** Whether keys have reached a card that has not the focus yet. */
export function isCardAwaited(): boolean {
  return waiting !== null && performance.now() - waiting.since < WAIT_MS;
}

export class FocusedCard {
  private readonly newest = signal<string | null>(null);
  /** Its id; it stays when the focus goes elsewhere. */
  readonly id: ReadonlySignal<string | null> = this.newest;
  private readonly awaited = signal<string | null>(null);

  /** Gives a card the focus as soon as it is on the page. */
  focus(id: string): void {
    this.newest.value = id;
    waiting = { tab: this, since: performance.now() };
    this.awaited.value = id;
  }

  /** Says that a card has the focus already. */
  note(id: string): void {
    this.newest.value = id;
  }

  /** Whether the card gets the focus now; true once. */
  claimFocus(id: string): boolean {
    const isIt = this.awaited.value === id;
    if (isIt) this.stopWaiting();
    return isIt;
  }

  stopWaiting(): void {
    if (waiting?.tab === this) waiting = null;
    this.awaited.value = null;
  }
}

/** What makes a card one that keys reach; `data-tag` is its id. */
export function navigableCard(id: string) {
  return { ...NAVIGABLE, "data-tag": id };
}

/** Lets a card take the focus; the one that fills the page has it otherwise. */
export function useFocusable(
  element: RefObject<HTMLElement | null>,
  reached: FocusedCard,
  id: string,
  fillsPage: boolean,
): void {
  useSignalEffect(() => {
    if (!fillsPage && reached.claimFocus(id)) element.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const note = () => reached.note(id);
    element.current?.addEventListener("focusin", note);
    return () => element.current?.removeEventListener("focusin", note);
  }, [reached, id]);
}

interface CardKeys {
  readonly group: ShortcutGroup;
  /** Scrolls to the card after or before the one with an id, and returns its id. */
  readonly neighbour: (id: string | null, direction: 1 | -1) => string | null;
  /** Lets a card fill the page. */
  readonly open: (id: string) => void;
}

export function useCardKeys(reached: FocusedCard, { group, neighbour, open }: CardKeys): void {
  useNavigationKeys({
    what: "card",
    group,
    reach: (direction) => {
      const id = neighbour(reached.id.peek(), direction);
      if (id !== null) reached.focus(id);
    },
    enter: {
      label: messages.fullScreenFocused,
      open: ({ dataset: { tag } }) => {
        if (tag !== undefined) open(tag);
        return tag !== undefined;
      },
    },
  });
  useEffect(() => () => reached.stopWaiting(), [reached]);
}

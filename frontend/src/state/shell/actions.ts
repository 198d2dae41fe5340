/** What can be done that has no key of its own: the palette lists it. */
import { signal } from "@preact/signals";

export interface Action {
  /** What it does, as in `Group runs by lr`. */
  readonly text: string;
  /** What it acts on. */
  readonly hint: string;
  readonly run: () => unknown;
}

/** Of each view on the page, all that it offers now. */
export const offers = signal<readonly (() => readonly Action[])[]>([]);

/** Adds what a view offers, read when the palette is open; returns how to take it back. */
export function offerActions(actions: () => readonly Action[]): () => void {
  offers.value = [...offers.peek(), actions];
  return () => {
    offers.value = offers.peek().filter((one) => one !== actions);
  };
}

/** The saved view on show, apart from the list of all: the graph needs it with its first drawing. */
import { signal } from "@preact/signals";

export interface NamedView {
  readonly name: string;
  /** The address's query, without `?`. */
  readonly search: string;
}

/** The view that was shown last, until the drawing that it is about is seen from where it says. */
export const shownView = signal<NamedView | null>(null);

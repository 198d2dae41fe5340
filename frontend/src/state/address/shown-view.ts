/** The saved view on show, apart from the list of all: the graph needs it with its first drawing. */
import { signal } from "@preact/signals";
import type { NamedView } from "./saved-views";

/** The view that was shown last, until the drawing that it is about is seen from where it says. */
export const shownView = signal<NamedView | null>(null);

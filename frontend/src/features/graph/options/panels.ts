/** Which parts of the workspace are shown around the drawing. None of it is in a link. */
import { type Signal, signal } from "@preact/signals";
import type { OptionStore } from "./option-store";

/** The part of the drawing that is exported. */
export type ExportArea = "all" | "view" | "scope";

export class PanelOptions {
  readonly isExtractionOpen = signal(false);
  readonly isOutlinePinned: Signal<boolean>;
  /** It holds for the next export too. */
  readonly exportArea: Signal<ExportArea> = signal("all");

  constructor(store: OptionStore) {
    this.isOutlinePinned = store.preference("graph-outline", false);
  }
}

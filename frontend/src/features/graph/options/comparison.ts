/** Which graph the one on show is compared with, and how the difference is shown. */
import type { Signal } from "@preact/signals";
import type { OptionStore } from "./option-store";

/** The value of `side` for two panes. */
export const PANES = "panes";

/** As an address has them; the code of a comparison, which comes late, says what they mean. */
export class ComparisonOptions {
  /** The id of the graph before; empty for no comparison. */
  readonly against: Signal<string>;
  /** `before` or `after` for one of the graphs, `panes` for each in a pane; else both as one. */
  readonly side: Signal<string>;
  /** `scope` or `kind` for a list in such groups; anything else for none. */
  readonly list: Signal<string>;

  constructor(private readonly store: OptionStore) {
    this.against = store.text("against");
    this.side = store.text("against_show");
    this.list = store.text("against_list");
  }

  /** Compares with another graph as a part of an action; without one, it ends the comparison. */
  compare(id = ""): void {
    this.against.value = id;
    this.list.value = "";
    this.store.list("against_among").value = [];
    this.show("");
  }

  /** Shows one of the graphs, both, or two panes, as a part of an action. */
  show(side: string): void {
    this.side.value = side;
    this.store.text("against_node").value = "";
    for (const key of ["against_open", "against_closed"] as const) this.store.list(key).value = [];
  }
}

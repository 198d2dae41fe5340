/** Whether the table of hot spots is on the page, and what they took most of. */
import { batch, computed, type ReadonlySignal, type Signal } from "@preact/signals";
import type { HotSpots } from "../../../api/types";
import * as messages from "../messages";
import type { OptionStore } from "./option-store";

export type Measure = HotSpots["by"];

export const MEASURES: readonly { readonly value: Measure; readonly text: string }[] = [
  { value: "time", text: messages.computeTime },
  { value: "memory", text: messages.memory },
  { value: "bytes", text: messages.outputBytes },
];

export class HotSpotOptions {
  /** Undefined while the table is not on the page. */
  readonly by: ReadonlySignal<Measure | undefined>;
  /** The scope whose ops are listed; empty for all of the graph. */
  readonly scope: ReadonlySignal<string>;
  private readonly byText: Signal<string>;
  private readonly scopeText: Signal<string>;

  constructor(private readonly store: OptionStore) {
    this.byText = store.text("hot_spots");
    this.scopeText = store.text("hot_spots_in");
    this.by = computed(() => MEASURES.find(({ value }) => value === this.byText.value)?.value);
    this.scope = this.scopeText;
  }

  show(by: Measure | undefined): void {
    this.byText.value = by ?? "";
    this.store.commit();
  }

  /** Lists the ops inside a scope, in the order that is chosen, else by time. */
  showIn(scope: string): void {
    batch(() => {
      this.scopeText.value = scope;
      if (this.by.peek() === undefined) this.byText.value = "time";
    });
    this.store.commit();
  }

  /** Takes the table off the page, as a part of an action. */
  close(): void {
    this.byText.value = "";
    this.scopeText.value = "";
  }

  /** Another graph has other scopes. */
  forgetScope(): void {
    this.scopeText.value = "";
  }
}

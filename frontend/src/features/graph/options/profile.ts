/** Which profiled step of the graph's run is shown. */
import { batch, type ReadonlySignal, type Signal } from "@preact/signals";
import type { MeasuredStep } from "../../../api/types";
import type { OptionStore } from "./option-store";

export class ProfileOptions {
  /** Both are empty for the last step that can be read. */
  readonly tag: ReadonlySignal<string>;
  readonly step: ReadonlySignal<string>;
  private readonly tagText: Signal<string>;
  private readonly stepText: Signal<string>;

  constructor(private readonly store: OptionStore) {
    this.tagText = store.text("measured");
    this.stepText = store.text("measured_step");
    this.tag = this.tagText;
    this.step = this.stepText;
  }

  choose({ tag, step }: MeasuredStep): void {
    batch(() => {
      this.tagText.value = tag;
      this.stepText.value = String(step);
    });
    this.store.commit();
  }
}

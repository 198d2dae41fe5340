/** The options for colouring the nodes. */
import { computed, type ReadonlySignal, type Signal } from "@preact/signals";
import type { ScopeColours } from "../../../api/types";
import { defaultOf } from "../../../state/address/keys";
import * as messages from "../messages";
import type { OptionStore } from "./option-store";

export type CategoryBy = ScopeColours["by"];
export type AmountBy = "compute_time" | "memory";
export type ColourBy = "none" | CategoryBy | AmountBy | "metric";
/** Where a scale ends: at the most of what is in view, or of the top level. */
export type ScaleOf = "view" | "graph";

export const COLOURINGS: readonly { readonly by: ColourBy; readonly text: string }[] = [
  { by: "none", text: messages.nothing },
  { by: "structure", text: messages.structure },
  { by: "device", text: messages.deviceName },
  { by: "xla_cluster", text: messages.xlaCluster },
  { by: "op_type", text: messages.opType },
  { by: "dtype", text: messages.dtype },
  { by: "tpu_compatible", text: messages.tpuCompatibility },
  { by: "compute_time", text: messages.computeTime },
  { by: "memory", text: messages.memory },
  { by: "metric", text: messages.metric },
];

/** What the address leaves out. */
export const COLOUR_DEFAULTS = {
  colour: defaultOf("colour"),
  colour_scale: defaultOf("colour_scale"),
};

export class ColourOptions {
  readonly by: ReadonlySignal<ColourBy>;
  readonly scaleOf: ReadonlySignal<ScaleOf>;
  private readonly byText: Signal<string>;
  private readonly scaleText: Signal<string>;

  constructor(private readonly store: OptionStore) {
    this.byText = store.text("colour");
    this.scaleText = store.text("colour_scale");
    this.by = computed(
      () => COLOURINGS.find(({ by }) => by === this.byText.value)?.by ?? COLOUR_DEFAULTS.colour,
    );
    this.scaleOf = computed(() => (this.scaleText.value === "graph" ? "graph" : "view"));
  }

  setBy(chosen: string): void {
    this.byText.value = chosen;
    this.store.commit();
  }

  setScaleOf(chosen: ScaleOf): void {
    this.scaleText.value = chosen;
    this.store.commit();
  }
}

export function isAmount(chosen: ColourBy): chosen is AmountBy {
  return chosen === "compute_time" || chosen === "memory";
}

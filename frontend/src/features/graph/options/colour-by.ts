/** What the drawing is coloured by; it is in the address. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { ScopeColours } from "../../../api/types";
import { defaultOf } from "../../../state/address/keys";
import { commitHistory, urlText } from "../../../state/address/url-state";

export type CategoryBy = ScopeColours["by"];
export type AmountBy = "compute_time" | "memory";
export type ColourBy = "none" | CategoryBy | AmountBy;
/** Where a scale ends: at the most of what is in view, or of the top level. */
export type ScaleOf = "view" | "graph";

export const COLOURINGS: readonly { readonly by: ColourBy; readonly text: string }[] = [
  { by: "none", text: "nothing" },
  { by: "structure", text: "structure" },
  { by: "device", text: "device" },
  { by: "xla_cluster", text: "XLA cluster" },
  { by: "op_type", text: "op type" },
  { by: "dtype", text: "dtype" },
  { by: "tpu_compatible", text: "TPU compatibility" },
  { by: "compute_time", text: "compute time" },
  { by: "memory", text: "memory" },
];

/** What the address leaves out. */
export const COLOUR_DEFAULTS = {
  colour: defaultOf("colour"),
  colour_scale: defaultOf("colour_scale"),
};

const by = urlText("colour");
const scale = urlText("colour_scale");

export const colourBy: ReadonlySignal<ColourBy> = computed(
  () => COLOURINGS.find((each) => each.by === by.value)?.by ?? COLOUR_DEFAULTS.colour,
);

export const scaleOf: ReadonlySignal<ScaleOf> = computed(() =>
  scale.value === "graph" ? "graph" : "view",
);

export function setColourBy(chosen: string): void {
  by.value = chosen;
  commitHistory();
}

export function setScaleOf(chosen: ScaleOf): void {
  scale.value = chosen;
  commitHistory();
}

export function isAmount(chosen: ColourBy): chosen is AmountBy {
  return chosen === "compute_time" || chosen === "memory";
}

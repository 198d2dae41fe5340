/** What a card tells, in words. */
import type { CardTensor, NodeCosts, NodeStatistics, TagLink } from "../../../api/types";
import { bytesText, counted, countText } from "../../../lib/format/number";
import { flopsText, nanosecondsText } from "../../../lib/format/units";

type CostName = NodeCosts["lower_bounds"][number];

/** A name and a value of a list of facts. */
export type FactText = readonly [name: string, value: string];

/** Shape, dtype and size, as far as they are known; a dimension that is not known counts as 1. */
export function tensorText({ label, dtype, bytes }: CardTensor): string {
  const isLeast = label?.includes("?") ?? false;
  const size = bytes === null ? null : `${isLeast ? "≥ " : ""}${bytesText(bytes)}`;
  return [label ?? "shape unknown", dtype, size].filter((part) => part !== null).join(" · ");
}

/** How many parameters a node has; trainable ones and others apart where there are both. */
export function parameterFacts(costs: NodeCosts): FactText[] {
  const { parameters, non_trainable } = costs;
  const facts: FactText[] = [];
  if (parameters) {
    const label = non_trainable ? "Trainable parameters" : "Parameters";
    facts.push([label, least(costs, "parameters") + countText(parameters)]);
  }
  if (non_trainable) {
    const count = least(costs, "non_trainable") + countText(non_trainable);
    facts.push(["Non-trainable parameters", count]);
  }
  return facts;
}

/** What a node costs by the shapes of its tensors, each number as exact as it is known. */
export function costFacts(costs: NodeCosts): FactText[] {
  const { activation_bytes, flops } = costs;
  const facts = parameterFacts(costs);
  if (activation_bytes) {
    facts.push(["Activations", least(costs, "activation_bytes") + bytesText(activation_bytes)]);
  }
  if (flops) facts.push(["Operations", least(costs, "flops") + flopsText(flops)]);
  return facts;
}

function least({ lower_bounds }: NodeCosts, name: CostName): string {
  return lower_bounds.includes(name) ? "at least " : "";
}

/** What a step measured of a node; nothing where it measured nothing. */
export function statisticsFacts({
  totals,
  runs,
  device,
  persistent_bytes,
}: NodeStatistics): FactText[] {
  if (totals.ran === 0) return [];
  const facts: FactText[] = [
    ["Compute time", nanosecondsText(totals.compute)],
    ["Total time", nanosecondsText(totals.total)],
    ["Span", nanosecondsText(totals.span)],
  ];
  if (totals.copies > 0) facts.push(["Copying", nanosecondsText(totals.copies)]);
  if (totals.start !== null) facts.push(["Began after", nanosecondsText(totals.start)]);
  facts.push(["Memory", bytesText(totals.peak)], ["Output", bytesText(totals.output_bytes)]);
  if (persistent_bytes > 0) facts.push(["Kept in memory", bytesText(persistent_bytes)]);
  if (runs > 0) facts.push(["Ran", runs === 1 ? "once" : `${countText(runs)} times`]);
  else facts.push(["Ran", counted(totals.ran, "op")]);
  if (device !== "") facts.push(["On", device]);
  return facts;
}

const KINDS: Readonly<Partial<Record<TagLink["kind"], string>>> = {
  scalars: "scalar",
  histograms: "histogram",
  images: "image",
  hparams: "hparams",
  curves: "curve",
  meshes: "mesh",
  layouts: "layout",
  tensors: "tensor",
};

export function tagKindText({ kind }: TagLink): string {
  return KINDS[kind] ?? kind;
}

/** What a card tells, in words. */
import type { CardTensor, NodeCosts, NodeStatistics } from "../../../api/types";
import { bytesText, countText } from "../../../lib/format/number";
import { flopsText, nanosecondsText } from "../../../lib/format/units";
import * as messages from "./messages";
import { type FactText, least, parameterFacts } from "./parameter-facts";

/** What is known of a tensor; a dimension that is not known counts as 1 in its size. */
export function tensorText({ label, dtype, bytes, layout, sharding }: CardTensor): string {
  const isLeast = label?.includes("?") ?? false;
  const size = bytes === null ? null : `${isLeast ? "≥ " : ""}${bytesText(bytes)}`;
  const parts = [label ?? messages.shapeUnknown, dtype, size, layout, sharding];
  return parts.filter((part) => part !== null).join(" · ");
}

/** What a node costs by the shapes of its tensors, each number as exact as it is known. */
export function costFacts(costs: NodeCosts): FactText[] {
  const { activation_bytes, flops } = costs;
  const facts = parameterFacts(costs);
  if (activation_bytes) {
    facts.push([
      messages.activations,
      least(costs, "activation_bytes") + bytesText(activation_bytes),
    ]);
  }
  if (flops) facts.push([messages.flops, least(costs, "flops") + flopsText(flops)]);
  return facts;
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
    [messages.computeTime, nanosecondsText(totals.compute)],
    [messages.totalTime, nanosecondsText(totals.total)],
    [messages.span, nanosecondsText(totals.span)],
  ];
  if (totals.copies > 0) facts.push([messages.copyTime, nanosecondsText(totals.copies)]);
  if (totals.start !== null) facts.push([messages.startOffset, nanosecondsText(totals.start)]);
  facts.push(
    [messages.memory, bytesText(totals.peak)],
    [messages.output, bytesText(totals.output_bytes)],
  );
  if (persistent_bytes > 0) facts.push([messages.persistentMemory, bytesText(persistent_bytes)]);
  if (runs > 0) facts.push([messages.executed, messages.times(runs)]);
  else facts.push([messages.executedOps, countText(totals.ran)]);
  if (device !== "") facts.push([messages.device, device]);
  return facts;
}

/** A trace in words. */
import type { GraphTrace } from "../../../../api/types";
import { counted } from "../../../../lib/format/number";
import type { TraceChoice } from "../../options/trace";

export function traceText({ direction, source, target }: TraceChoice): string {
  const name = lastPart(source);
  switch (direction) {
    case "upstream":
      return `Inputs of ${name}`;
    case "downstream":
      return `Outputs of ${name}`;
    case "both":
      return `Inputs and outputs of ${name}`;
    default:
      return `Ways from ${name} to ${lastPart(target)}`;
  }
}

/** How many ops are on it, its ends included. */
export function tracedText({ direction, total }: GraphTrace): string {
  if (total === 0 && direction === "between") return "no way leads there";
  return counted(total, "op");
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

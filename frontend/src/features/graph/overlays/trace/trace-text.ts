/** A trace in words. */
import type { GraphTrace } from "../../../../api/types";
import * as lateMessages from "../../late/messages";
import type { TraceChoice } from "../../options/trace";
import * as messages from "../messages";

export function traceText({ direction, source, target }: TraceChoice): string {
  const name = lastPart(source);
  switch (direction) {
    case "upstream":
      return lateMessages.inputsOf(name);
    case "downstream":
      return lateMessages.outputsOf(name);
    case "both":
      return lateMessages.inputsAndOutputsOf(name);
    default:
      return lateMessages.pathsFromTo(name, lastPart(target));
  }
}

/** How many ops are on it: of a path with its ends, else without those of the node itself. */
export function tracedText({ direction, total, ends }: GraphTrace): string {
  if (direction !== "between") return lateMessages.opCount(total - ends);
  return total === 0 ? messages.noPath : lateMessages.opCount(total);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import type { ScopeEdge } from "./model";

/** What flows, in words: `?×784`, `6 tensors`, `control dependency`. */
export function nodeEdgeText({
  kind,
  tensors,
  label,
}: Pick<ScopeEdge, "kind" | "tensors" | "label">): string {
  if (kind === "control") {
    return tensors === 1 ? messages.controlEdgeKind : lateMessages.controlDependencies(tensors);
  }
  const what = label ?? (tensors === 1 ? messages.shapeUnknown : lateMessages.tensorCount(tensors));
  return kind === "reference" ? lateMessages.byReference(what) : what;
}

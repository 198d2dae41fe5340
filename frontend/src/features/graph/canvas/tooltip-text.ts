/** The tooltip of the element under the pointer. */

import * as messages from "../messages";
import { reasonText } from "../options/extraction-reason-text";
import type { Hit } from "../scene/hit-test";
import type { SceneEdge } from "../scene/scene";
import type { ScopeNode } from "../scope/model";
import { nodeEdgeText } from "../scope/node-edge-text";

/** `notes` are those of the viewer, by node. */
export function tooltipText(hit: Hit, notes: ReadonlyMap<string, string>): string {
  switch (hit.kind) {
    case "edge":
      return edgeText(hit.edge);
    case "annotation": {
      const { op, name, shape } = hit.annotation;
      return joined([name, op, shape]);
    }
    case "cut":
      return joined([hit.cut.other, nodeEdgeText(hit.cut), messages.clickToGo]);
    case "button":
      return hit.box.isOpen ? messages.collapse : messages.expand;
    default:
      return nodeText(hit.box.node, notes);
  }
}

export function nodeText(node: ScopeNode, notes: ReadonlyMap<string, string>): string {
  const { name, op, functions, reason } = node;
  const calls = functions.length === 0 ? "" : messages.calls(functions.join(", "));
  const aside = reason && messages.auxiliaryReason(reasonText(reason));
  return joined([name, op, calls, aside, notes.get(name) ?? ""]);
}

function edgeText({ source, target, label, kind, tensors }: SceneEdge): string {
  const what =
    kind === "control"
      ? messages.controlDependencies(tensors)
      : (label ?? (tensors > 1 ? messages.tensorCount(tensors) : ""));
  return joined([`${source} → ${target}`, what]);
}

function joined(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(" · ");
}

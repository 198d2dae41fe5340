/** What the pointer is on, in words. */

import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import type { Hit } from "../scene/hit-test";
import type { SceneEdge } from "../scene/scene";
import { nodeEdgeText } from "../scope/node-edge-text";
import { joined, nodeText } from "./node-text";

/** `notes` are those of the viewer, by node. */
export function tooltipText(hit: Hit, notes: ReadonlyMap<string, string>): string {
  switch (hit.kind) {
    case "edge":
      return edgeText(hit.edge);
    case "annotation": {
      const { op, name, label, shape } = hit.annotation;
      return joined([name.endsWith(label) ? "" : label, name, op, shape]);
    }
    case "cut":
      return joined([hit.cut.other, nodeEdgeText(hit.cut), messages.clickToGo]);
    case "button":
      return hit.box.isOpen ? messages.collapse : messages.expand;
    default:
      return nodeText(hit.box.node, notes);
  }
}

function edgeText({ source, target, label, kind, tensors }: SceneEdge): string {
  const what =
    kind === "control"
      ? lateMessages.controlDependencies(tensors)
      : (label ?? (tensors > 1 ? lateMessages.tensorCount(tensors) : ""));
  return joined([messages.edgeTitle(source, target), what, messages.clickForTensors]);
}

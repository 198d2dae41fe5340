/** The node that keys have led to, as a screen reader says it. */
import * as lateMessages from "../late/messages";
import type { ScopeNode } from "../scope/model";
import { joined, nodeText } from "./node-text";

export interface SelectedNodeProps {
  readonly id: string;
  readonly node: ScopeNode;
  readonly isOpen: boolean;
  readonly notes: ReadonlyMap<string, string>;
}

export function SelectedNode({ id, node, isOpen, notes }: SelectedNodeProps) {
  const scope = node.expandable ? lateMessages.scopeState(node.count, isOpen) : null;
  return <span id={id} role="img" aria-label={joined([nodeText(node, notes), scope])} />;
}

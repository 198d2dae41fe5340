/** The node that keys have led to, as a screen reader says it. */
import type { ScopeNode } from "../scope/model";
import { nodeText } from "./node-text";

export interface SelectedNodeProps {
  readonly id: string;
  readonly node: ScopeNode;
  readonly notes: ReadonlyMap<string, string>;
}

export function SelectedNode({ id, node, notes }: SelectedNodeProps) {
  return <span id={id} role="img" aria-label={nodeText(node, notes)} />;
}

/** How many nodes the thresholds have moved beside the main graph. */
import type { Reason } from "../scope/model";
import type { VisibleScope } from "./visible-graph";

const MOVES = {
  auto_extract: ["in_degree", "out_degree"],
  isolated: ["isolated"],
} as const satisfies Readonly<Record<string, readonly Reason["kind"][]>>;

export type MovingThreshold = keyof typeof MOVES;

/** Counted in the open scopes; what is in closed ones is split when they are opened. */
export function extractedCount(
  scopes: readonly Pick<VisibleScope, "scope">[],
  threshold: MovingThreshold,
): number {
  const kinds: readonly Reason["kind"][] = MOVES[threshold];
  const nodes = scopes.flatMap(({ scope }) => scope.nodes);
  return nodes.filter(({ reason }) => reason !== null && kinds.includes(reason.kind)).length;
}

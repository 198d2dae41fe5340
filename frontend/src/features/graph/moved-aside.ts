/** How many nodes the thresholds have moved beside the main graph. */
import type { VisibleScope } from "./visible";

/** As the server words why a node left the main graph. */
const REASONS = {
  auto_extract: /^(in|out)-degree \d/,
  isolated: /^linked by annotations only$/,
} as const;

export type MovingThreshold = keyof typeof REASONS;

/** Counted in the open scopes; what is in closed ones is split when they are opened. */
export function movedAside(
  scopes: readonly Pick<VisibleScope, "scope">[],
  threshold: MovingThreshold,
): number {
  const nodes = scopes.flatMap(({ scope }) => scope.nodes);
  return nodes.filter(({ reason }) => REASONS[threshold].test(reason ?? "")).length;
}

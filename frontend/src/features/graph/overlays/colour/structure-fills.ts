/** Colours by structure: scopes of one colour are the same inside, up to names. */

import { type Band, CATEGORIES, type NodeFill } from "../../scene/node-fill";
import type { VisibleScope } from "../../visible/visible-graph";

/** Of two colours, the first has most of the node. */
const FIRST_SHARE = 0.8;

/** The nodes in sight whose structure others have too; `structures` counts those. */
export function structureFills(scopes: readonly VisibleScope[]): {
  readonly fills: ReadonlyMap<string, NodeFill>;
  readonly structures: number;
} {
  const fills = new Map<string, NodeFill>();
  const seen = new Set<number>();
  for (const { scope, open } of scopes) {
    for (const { name, structure } of scope.nodes) {
      if (structure === null || open.has(name)) continue;
      seen.add(structure);
      fills.set(name, { kind: "bands", bands: structureBands(structure), isPale: true });
    }
  }
  return { fills, structures: seen.size };
}

/** One colour for the first structures, two for further ones: no two of the first 100 look alike. */
export function structureBands(structure: number): Band[] {
  const category = structure % CATEGORIES;
  const round = Math.floor(structure / CATEGORIES) % CATEGORIES;
  if (round === 0) return [{ category, share: 1 }];
  return [
    { category, share: FIRST_SHARE },
    { category: (category + round) % CATEGORIES, share: 1 - FIRST_SHARE },
  ];
}

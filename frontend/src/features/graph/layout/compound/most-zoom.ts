/** How large a part can be shown at most, from its ranks alone: what no coordinates can better. */
import { findWideRanks } from "../fold/wide-ranks";
import { findCuts, mostColumnZoom } from "../fold/wrap-cuts";
import { fixedRanks } from "../order/pinned-layers";
import { NODE_GAP, RANK_GAP } from "../spacing";
import { fitScale } from "./arrange-groups";
import { footprintHeight, labelRoom, type Style } from "./component-geometry";
import type { FlowRequest } from "./flow-direction";
import { closedChildren, closedSizes, type PartPlan } from "./plan-scope";

/**
 * No scale beyond this shows a part, with everything in it closed, in the canvas of `request`, whose
 * frame need not be that of the plan. Nothing is known of one with a wide rank that is split.
 */
export function mostZoom(
  request: FlowRequest,
  { part, layered, order, isFolded }: PartPlan,
  { spread }: Style,
): number {
  const sizes = closedSizes(request, part);
  const isFixed = fixedRanks(part.graph, layered);
  const isWide = isFolded || findWideRanks(layered, order, sizes, isFixed).ranks.length > 0;
  if (isWide) return Number.POSITIVE_INFINITY;
  const children = closedChildren(request);
  const across = new Float64Array(layered.rankCount);
  const along = new Float64Array(layered.rankCount);
  part.nodes.forEach((v, i) => {
    const r = layered.rank[i];
    across[r] += sizes.width[i] + spread * NODE_GAP;
    along[r] = Math.max(along[r], footprintHeight(request, children, v));
  });
  const labels = labelRoom(request, part.edges, layered);
  const gaps = labels.subarray(0, -1).reduce((sum, label) => sum + spread * RANK_GAP + label, 0);
  const width = Math.max(...across) - spread * NODE_GAP;
  const height = gaps + along.reduce((sum, each) => sum + each, 0);
  const isCut = findCuts(layered, sizes, isFixed, request.canvas).length > 0;
  return isCut
    ? mostColumnZoom(width, height, request.canvas)
    : fitScale({ width, height }, request.canvas);
}

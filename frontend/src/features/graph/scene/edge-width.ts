import type { ScopeEdge } from "../scope/model";

/** How thick edges are drawn: TensorBoard's scale, so that its users read ours at once. */
const EXPONENT = 0.3;
const MAX_ELEMENTS = 5_000_000;
const THINNEST = 0.75;
const THICKEST = 12;

/** Pixels at zoom 1 for a number of tensor elements; the thinnest when it is unknown. */
export function edgeWidth(elements: number | null): number {
  if (elements === null || elements <= 1) return THINNEST;
  const share = (elements ** EXPONENT - 1) / (MAX_ELEMENTS ** EXPONENT - 1);
  return THINNEST + (THICKEST - THINNEST) * Math.min(1, share);
}

/** The same for a metaedge; control edges carry nothing. */
export function metaedgeWidth({ kind, elements }: Pick<ScopeEdge, "kind" | "elements">): number {
  return edgeWidth(kind === "control" ? null : elements);
}

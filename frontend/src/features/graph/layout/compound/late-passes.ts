/**
 * Passes that every second first drawing does without: a wide rank, a first view that is a tower, a
 * long chain, lines that share a port of an open scope, right-angled lines and what a viewer changes
 * need them. The worker loads them while its first request is laid out.
 */
export { chooseFolds, foldsInside } from "../fold/choose-folds";
export { foldedCuts } from "../fold/fold-cuts";
export { foldWideRanks } from "../fold/fold-ranks";
export { wrapPart } from "../fold/wrap-layers";
export { layerAsBefore } from "../order/stable-order";
export { assignTracks, TRACK_GAP } from "../route/orthogonal-tracks";
export { assignLanes, findTrunks, makeRoom } from "../route/port-lanes";

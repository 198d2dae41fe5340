/**
 * Passes that most first drawings do without: a wide rank and what a viewer changes need them. The
 * worker loads them after its first answer, or when one cannot be had without.
 */
export { foldWideRanks } from "../fold/fold-ranks";
export { layerAsBefore } from "../order/stable-order";

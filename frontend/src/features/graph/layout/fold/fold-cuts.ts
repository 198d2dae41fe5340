/**
 * Where the chains of a first view are cut that is folded to the shape of its canvas.
 *
 * Unlike the cuts of a drawing that is high when closed, these are made by the sizes that nodes have
 * in the first view, and in drawings of few nodes.
 */
import type { Subgraph } from "../core/flat-graph";
import { tabulate } from "../core/typed-arrays";
import type { LayeredGraph } from "../rank/layered-graph";
import type { ClosedSizes } from "./wide-ranks";
import { linesPerGap, measureRanks } from "./wrap-cuts";

/** No cut is made where more lines run. */
const MAX_LINES = 6;

/** How chains of a scope are folded: into columns no higher than this, by the sizes of its nodes. */
export interface Fold extends ClosedSizes {
  readonly most: number;
}

/**
 * Ranks after which a part is cut so that no column is higher than `most`, as far as few lines run
 * between its ranks.
 */
export function foldedCuts(
  layered: LayeredGraph,
  part: Subgraph,
  isFixed: Uint8Array,
  { most, ...sizes }: Fold,
): Int32Array {
  const { upTo } = measureRanks(layered, ofPart(sizes, part));
  const lines = linesPerGap(layered);
  const cuts: number[] = [];
  let from = 0;
  let last = -1;
  for (let r = 0; r < upTo.length; r++) {
    if (upTo[r] - from > most && last >= 0) {
      cuts.push(last);
      from = upTo[last];
      last = -1;
    }
    if (isCut(r, lines, isFixed)) last = r;
  }
  return Int32Array.from(cuts);
}

/** The least height at which a part is cut into so many columns, or fewer; its own without cuts. */
export function leastColumnHeight(
  layered: LayeredGraph,
  part: Subgraph,
  isFixed: Uint8Array,
  sizes: ClosedSizes,
  columns: number,
): number {
  const { upTo } = measureRanks(layered, ofPart(sizes, part));
  const lines = linesPerGap(layered);
  const ends = Array.from(upTo.keys()).filter((r) => isCut(r, lines, isFixed));
  const stops = [0, ...ends.map((r) => upTo[r]), upTo.at(-1) ?? 0];
  // Per stop, the least height of the highest column up to it; one column more in each round.
  let highest = stops.slice();
  for (let more = 1; more < columns; more++) {
    highest = stops.map((end, i) => {
      return stops.slice(0, i).reduce((least, start, j) => {
        return Math.min(least, Math.max(highest[j], end - start));
      }, highest[i]);
    });
  }
  return highest.at(-1) ?? 0;
}

/** Whether a part may be cut after a rank: ranks of ports stay with their neighbours. */
function isCut(r: number, lines: Int32Array, isFixed: Uint8Array): boolean {
  return r + 1 < isFixed.length && lines[r] <= MAX_LINES && !isFixed[r] && !isFixed[r + 1];
}

/** How many lines run from one column to the next, of all cuts together. */
export function linesCut(layered: LayeredGraph, cuts: Int32Array): number {
  const lines = linesPerGap(layered);
  return cuts.reduce((sum, r) => sum + lines[r], 0);
}

/** Per node of a part, the room it takes in the first view; ports take none. */
function ofPart({ width, height }: ClosedSizes, { nodes }: Subgraph): ClosedSizes {
  return {
    width: tabulate(nodes.length, (i) => width[nodes[i]] ?? 0),
    height: tabulate(nodes.length, (i) => height[nodes[i]] ?? 0),
  };
}

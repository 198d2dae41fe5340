import { RandomNumbers } from "../core/random-numbers";
import { tabulateIntegers } from "../core/typed-arrays";
import type { LayoutRequest } from "../request";

/**
 * Enough for every pass to run, and done in a twentieth of a second. With more, most of the time
 * goes to the order, and the request comes before the passes behind it have run at all.
 */
const NODES = 16;

/** A made-up scope that runs through all passes: a chain, edges past it, and one rank of many. */
export function warmUpRequest(): LayoutRequest {
  const random = new RandomNumbers(1);
  const edges = 2 * NODES - 2;
  const chained = NODES >> 1;
  const source = tabulateIntegers(edges, (e) => {
    return e < NODES - 1 ? Math.min(e, chained) : random.below(NODES - 1);
  });
  const target = tabulateIntegers(edges, (e) => {
    return e < NODES - 1 ? e + 1 : source[e] + 1 + random.below(NODES - 1 - source[e]);
  });
  const nodes = (value: number): Float64Array => new Float64Array(NODES).fill(value);
  const lines = (value: number): Float64Array => new Float64Array(edges).fill(value);
  return {
    scopes: [
      {
        childCount: NODES,
        boxWidth: nodes(12),
        boxHeight: nodes(24),
        lineRoom: nodes(0),
        roomBefore: nodes(0),
        roomAfter: nodes(0),
        annotationHeight: nodes(0),
        openScope: new Int32Array(NODES).fill(-1),
        role: new Uint8Array(NODES),
        portLeaves: new Uint8Array(0),
        source,
        target,
        weight: lines(1),
        cut: new Uint8Array(edges),
        labelWidth: lines(30),
        thickness: lines(1),
        sourcePort: new Int32Array(edges).fill(-1),
        targetPort: new Int32Array(edges).fill(-1),
        headerWidth: 0,
      },
    ],
  };
}

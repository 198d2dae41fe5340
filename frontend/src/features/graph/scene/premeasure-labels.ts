import { yieldToBrowser } from "../../../lib/browser/yield-to-browser";
import type { VisibleScope } from "../visible/visible-graph";
import { type MeasureText, nodeSize } from "./node-size";

/** Milliseconds of work between two turns for input and frames. */
const SLICE_MS = 8;
/** Nodes between two looks at the clock. */
const NODES_AT_ONCE = 64;

/**
 * Measures the names of all nodes, a few at a time, so that they are known when boxes are made of
 * them: thousands of new names take longer to measure than a page may stand still.
 */
export async function premeasureLabels(
  scopes: readonly VisibleScope[],
  measure: MeasureText,
): Promise<void> {
  let ends = performance.now() + SLICE_MS;
  for (const { scope } of scopes) {
    for (let from = 0; from < scope.nodes.length; from += NODES_AT_ONCE) {
      for (const node of scope.nodes.slice(from, from + NODES_AT_ONCE)) nodeSize(node, measure);
      if (performance.now() < ends) continue;
      await yieldToBrowser();
      ends = performance.now() + SLICE_MS;
    }
  }
}

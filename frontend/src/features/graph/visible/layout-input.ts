/** What a scene is made of: what is open, without what is hidden, in a style. */

import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import type { LayoutOptions } from "../layout/request";
import { type HiddenCounts, hideKinds } from "./hide-kinds";
import { cutThrough } from "./propagate-cuts";
import { isSameVisible, nodeCount, scopesTopDown, type VisibleScope } from "./visible-graph";

export interface Drawing {
  /** What is open, as it was sent. */
  readonly whole: VisibleScope;
  readonly hiddenKinds: readonly string[];
  /** What is drawn of it, and how much is not. */
  readonly top: VisibleScope;
  readonly hidden: HiddenCounts;
  readonly style: LayoutOptions;
}

export function drawingOf(
  whole: VisibleScope,
  hiddenKinds: readonly string[],
  style: LayoutOptions,
): Drawing {
  const shown = hideKinds(cutThrough(whole), new Set(hiddenKinds));
  return { whole, hiddenKinds, style, ...shown };
}

/** Whether the same is open and hidden in both, so that both are drawn alike. */
export function isSameDrawing(a: Drawing, b: Drawing): boolean {
  const isHiddenAlike = hasSameValues(a.hiddenKinds, b.hiddenKinds);
  return a.style === b.style && isHiddenAlike && isSameVisible(a.whole, b.whole);
}

export function drawnNodes({ top }: Drawing): number {
  return nodeCount(scopesTopDown(top));
}

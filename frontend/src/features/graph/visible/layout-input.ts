/** What a scene is made of: what is open, without what is hidden, in a style. */

import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import { type CanvasShape, DEFAULT_CANVAS, type LayoutStyle } from "../layout/request";
import { type HiddenCounts, hideKinds } from "./hide-kinds";
import { propagateCuts } from "./propagate-cuts";
import { isSameVisible, nodeCount, scopesTopDown, type VisibleScope } from "./visible-graph";

export interface LayoutInput {
  /** What is open, as it was sent. */
  readonly whole: VisibleScope;
  readonly hiddenKinds: readonly string[];
  /** What is drawn of it, and how much is not. */
  readonly top: VisibleScope;
  readonly hidden: HiddenCounts;
  /** The same of what is open at first, by which chains are folded; undefined for none. */
  readonly first: VisibleScope | undefined;
  readonly style: LayoutStyle;
  /** What the drawing is to fill. */
  readonly canvas: CanvasShape;
}

export function layoutInputOf(
  whole: VisibleScope,
  hiddenKinds: readonly string[],
  style: LayoutStyle,
  canvas: CanvasShape = DEFAULT_CANVAS,
  first?: VisibleScope,
): LayoutInput {
  const shownOf = (top: VisibleScope) => hideKinds(propagateCuts(top), new Set(hiddenKinds));
  const shown = shownOf(whole);
  const isAsAtFirst = first !== undefined && isSameVisible(first, whole);
  const firstShown = isAsAtFirst ? shown.top : first && shownOf(first).top;
  return { whole, hiddenKinds, style, canvas, ...shown, first: firstShown };
}

/** Whether the same is open and hidden in both, so that both are drawn alike. */
export function isSameInput(a: LayoutInput, b: LayoutInput): boolean {
  const isHiddenAlike = hasSameValues(a.hiddenKinds, b.hiddenKinds);
  return a.style === b.style && isHiddenAlike && isSameVisible(a.whole, b.whole);
}

export function drawnNodes({ top }: LayoutInput): number {
  return nodeCount(scopesTopDown(top));
}

/** Keeps the place of content that is drawn, row by row, only while it is on the screen. */
import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface Content {
  readonly isDrawn: boolean;
  /** Whether all that it is drawn of is there; until then it may be lower than it will be. */
  readonly isWhole: boolean;
}

/** The style of the element around it; `expected` is its height, in pixels, until it was drawn. */
export function useStableHeight(
  element: RefObject<Pick<HTMLElement, "offsetHeight"> | null>,
  { isDrawn, isWhole }: Content,
  expected: number,
): { readonly minHeight: string } | undefined {
  const wasDrawn = useRef(false);
  const isHeld = useRef(true);
  const drawnHeight = useRef<number | null>(null);
  if (wasDrawn.current && !isDrawn) drawnHeight.current = element.current?.offsetHeight ?? null;
  wasDrawn.current = isDrawn;
  isHeld.current = !isDrawn || (isHeld.current && !isWhole);
  return isHeld.current ? { minHeight: `${drawnHeight.current ?? expected}px` } : undefined;
}

/** Counts a component among its like while something holds of it. */
export function useCountedWhile(holds: boolean, count: Signal<number>): void {
  useLayoutEffect(() => {
    if (!holds) return;
    count.value = count.peek() + 1;
    return () => {
      count.value = count.peek() - 1;
    };
  }, [holds, count]);
}

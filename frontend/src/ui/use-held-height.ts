/** Keeps the place of content that is drawn only while it is on the screen. */
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";

/** The style of the element around it; `expected` is its height, in pixels, until it was drawn. */
export function useHeldHeight(
  element: RefObject<HTMLElement | null>,
  isDrawn: boolean,
  expected: number,
): { readonly minHeight: string } | undefined {
  const wasDrawn = useRef(false);
  const drawnHeight = useRef<number | null>(null);
  if (wasDrawn.current && !isDrawn) drawnHeight.current = element.current?.offsetHeight ?? null;
  wasDrawn.current = isDrawn;
  return isDrawn ? undefined : { minHeight: `${drawnHeight.current ?? expected}px` };
}

/** The visible part of a scrolling element, updated as it scrolls and changes its size. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** In CSS pixels, of the scrolled content. */
export interface Viewport {
  readonly top: number;
  readonly height: number;
  readonly width: number;
}

/** Before the first layout the height is a guess, and the width not known. */
const UNMEASURED: Viewport = { top: 0, height: 900, width: 0 };

export function useViewport() {
  const element = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState(UNMEASURED);
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return;
    const read = () => {
      const { scrollTop: top, clientHeight: height, clientWidth: width } = scroller;
      setViewport({ top, height, width });
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(scroller);
    scroller.addEventListener("scroll", read, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener("scroll", read);
    };
  }, []);
  return { element, viewport };
}

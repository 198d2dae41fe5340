/** Whether an element is on the screen, updated as the page scrolls. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** Known as soon as the element is laid out: an observer tells only after a frame was drawn. */
function isInWindow(element: HTMLElement): boolean {
  const { top, right, bottom, left, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}

export function useInViewport(element: RefObject<HTMLElement | null>): boolean {
  const [visible, setVisible] = useState(false);
  useLayoutEffect(() => {
    if (element.current === null) return;
    setVisible(isInWindow(element.current));
    const observer = new IntersectionObserver((entries) => {
      setVisible(entries.at(-1)?.isIntersecting ?? false);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return visible;
}

/** Whether an element is on the screen, kept current as the page scrolls. */
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

export function useVisible(element: RefObject<HTMLElement | null>): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      setVisible(entries.at(-1)?.isIntersecting ?? false);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return visible;
}

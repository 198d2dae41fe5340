/** A list of rows of one height, of which only those near the viewport are in the document. */
import type { ComponentChild } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { uniformRowsNear } from "../lib/window-range";
import "./windowed-list.css";

const MARGIN_PX = 240;

interface WindowedListProps {
  readonly rows: number;
  readonly rowHeight: number;
  readonly label: string;
  /** The row's content; the list places it. */
  readonly row: (index: number) => ComponentChild;
  readonly rowKey: (index: number) => string;
}

function useViewport() {
  const element = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return;
    const read = () => setViewport({ top: scroller.scrollTop, height: scroller.clientHeight });
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

export function WindowedList({ rows, rowHeight, label, row, rowKey }: WindowedListProps) {
  const { element, viewport } = useViewport();
  const { first, end } = uniformRowsNear(rows, rowHeight, viewport.top, viewport.height, MARGIN_PX);
  const indices = Array.from({ length: end - first }, (_, at) => first + at);
  return (
    <div class="windowed-list" ref={element}>
      <ul class="windowed-rows" aria-label={label} style={{ height: `${rows * rowHeight}px` }}>
        {indices.map((index) => (
          <li
            key={rowKey(index)}
            aria-setsize={rows}
            aria-posinset={index + 1}
            style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}

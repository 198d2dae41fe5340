/** A list of rows of one height, of which only those near the viewport are in the document. */
import type { ComponentChild } from "preact";
import { uniformRowsNear } from "../../lib/lists/virtual-range";
import { useViewport } from "./use-viewport";
import "./virtual-list.css";

const MARGIN_PX = 240;

interface WindowedListProps {
  readonly rows: number;
  readonly rowHeight: number;
  readonly label: string;
  /** The row's content; the list places it. */
  readonly row: (index: number) => ComponentChild;
  readonly rowKey: (index: number) => string;
}

export function VirtualList({ rows, rowHeight, label, row, rowKey }: WindowedListProps) {
  const { element, viewport } = useViewport();
  const { first, end } = uniformRowsNear(rows, rowHeight, viewport.top, viewport.height, MARGIN_PX);
  const indices = Array.from({ length: end - first }, (_, at) => first + at);
  return (
    <div class="ui-virtual-list" ref={element}>
      <ul class="ui-virtual-rows" aria-label={label} style={{ height: `${rows * rowHeight}px` }}>
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

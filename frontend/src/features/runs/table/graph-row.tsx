/** What the run table shows of graphs while it is their list; loaded beside the graph tab. */
import { Icon } from "../../../ui/controls/icon";
import { graphCount, isOnShow, showGraph } from "../actions/run-graph";
import * as messages from "../messages";
import type { TableRow } from "../rows/rows";
import { reachedKey } from "../rows/table-rows";
import "./graph-row.css";

export interface GraphRowProps {
  readonly row: TableRow;
  readonly index: number;
  readonly top: number;
  readonly isTabStop: boolean;
}

/** One graph of a run, or the functions of a step, folded into one row. */
export function GraphRow({ row, index, top, isTabStop }: GraphRowProps) {
  const detail = row.graph?.detail ?? "";
  const isShown = row.graph !== undefined && isOnShow(row);
  return (
    <tr
      class={`run-row of-${row.kind}${isShown ? " on-show" : ""}`}
      data-key={row.key}
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={index + 2}
      aria-level={row.depth + 1}
      aria-expanded={row.isOpen ?? undefined}
      aria-current={isShown}
      style={{ top: `${top}px` }}
      onClick={() => {
        reachedKey.value = row.key;
        showGraph(row);
      }}
      onFocus={() => {
        reachedKey.value = row.key;
      }}
    >
      <th scope="row" class="run-cell name-cell" style={{ "--depth": Math.min(row.depth, 8) }}>
        <span class="run-row-opener">
          {row.isOpen !== null && (
            <Icon name={row.isOpen ? "chevron-down" : "chevron-right"} size={14} />
          )}
        </span>
        <Icon name="workflow" size={14} />
        <span class="run-graph-text" data-tooltip={[row.label, detail].filter(Boolean).join(" · ")}>
          <span>{row.label}</span>
          <small>{detail}</small>
        </span>
      </th>
    </tr>
  );
}

/** In the row of a run: that it has no graph, that its graph is on show, or how many it has. */
export function GraphFlag({ row }: { readonly row: TableRow }) {
  const count = graphCount(row);
  if (count === 0) {
    return (
      <span class="run-phases">
        <span class="run-graph-none">{messages.noGraph}</span>
      </span>
    );
  }
  return (
    <>
      {count !== null && count > 1 && (
        <span class="run-count-chip">{messages.graphCount(count)}</span>
      )}
      {isOnShow(row) && (
        <span class="run-graph-shown" role="img" aria-label={messages.onShow}>
          <Icon name="workflow" size={14} />
        </span>
      )}
    </>
  );
}

/** Above the rows. */
export function GraphHint() {
  return <p class="run-graph-hint">{messages.chooseGraphHint}</p>;
}

/** A row of the table. */
import { grouped } from "../../../lib/algorithms/group-by";
import { graphPicker } from "../../../state/graphs/graph-picker";
import { deletedRuns } from "../../../state/runs/deleted-runs";
import { emphasises } from "../../../state/runs/emphasis";
import type { RunColumn } from "../../../state/runs/run-columns";
import { columns } from "../../../state/runs/run-table";
import { experimentOf, isArchived, runName } from "../../../state/runs/runs";
import { isOne } from "../actions/run-actions";
import { isOnShow, showGraph } from "../actions/run-graph";
import { openMenu, watchLongPress } from "../actions/run-menu-state";
import { type CellText, experimentCell, groupCell } from "../rows/row-values";
import type { TableRow } from "../rows/rows";
import { click, doubleClick, selectRange, shownPart, startRange } from "../rows/run-visibility";
import { baselineRuns, reachedKey, toggleRow } from "../rows/table-rows";
import { ModelCell } from "./late-model-cell";
import { NameCell } from "./name-cell";

function cellOf({ kind, runs }: TableRow, column: RunColumn): CellText {
  if (kind === "training" || kind === "run") {
    return experimentCell(runs, column, baselineRuns.value, ({ id }) => runName(id));
  }
  const experiments = grouped(runs, ({ name }) => experimentOf(name).name);
  return groupCell([...experiments.values()], column);
}

/** Apart from the row, so that the time that goes by draws cells alone. */
function ValueCell({ row, column }: { readonly row: TableRow; readonly column: RunColumn }) {
  const { text, more, title } = cellOf(row, column);
  const kind = column.isNumeric ? "run-cell number" : "run-cell";
  if (column.id === "model" && text !== "" && isOne(row)) {
    return (
      <td class="run-cell">
        <ModelCell row={row} text={text} />
      </td>
    );
  }
  // Thousands of cells come and go while rows are scrolled: one with a text alone is one element.
  if (more === "") {
    return (
      <td class={`${kind} plain`} data-tooltip={title}>
        {text}
      </td>
    );
  }
  return (
    <td class={`${kind} with-more`} data-tooltip={title}>
      <span class="run-cell-text">{text}</span>
      <span class="run-cell-more">{more}</span>
    </td>
  );
}

function isRowItself(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, .run-phase-chip") === null;
}

/**
 * One click shows or hides, two show the row alone; beside the graph tab a click shows the graph of
 * the run. Buttons in the row have clicks of their own. With Shift, all rows from the one clicked
 * before change.
 */
function handleClick(press: MouseEvent, row: TableRow): void {
  reachedKey.value = row.key;
  if (press.shiftKey && isRowItself(press.target) && isOne(row)) {
    press.preventDefault(); // the box of the row is ticked by the selection
    // As this event ends, the browser gives a box whose click is prevented its state before.
    setTimeout(() => selectRange(row));
    return;
  }
  startRange(row.key);
  if (press.target instanceof Element && press.target.closest("button, label, input")) return;
  if (!isOne(row)) toggleRow(row.key);
  else if (showGraph(row)) return;
  else if (press.detail >= 2) doubleClick(row.runs);
  else click(row.runs);
}

function handleContextMenu(press: MouseEvent, row: TableRow): void {
  press.preventDefault();
  // Of a finger, which shows a tooltip or opens the menu by its long press.
  if (press instanceof PointerEvent && press.pointerType === "touch") press.stopPropagation();
  else openMenu(row.key, press.clientX, press.clientY);
}

function classOf(row: TableRow): string {
  const names = ["run-row", `of-${row.kind}`];
  if (isOne(row) && shownPart(row.runs) === "none") names.push("off");
  if (row.isPinned) names.push("pinned");
  if (isOne(row) && isOnShow(row)) names.push("on-show");
  const deleted = deletedRuns.value;
  const isDeleted = deleted.length > 0 && row.runs.every((run) => deleted.includes(run));
  if (isDeleted || (isOne(row) && isArchived(row.name))) names.push("gone");
  return names.join(" ");
}

interface RunRowProps {
  readonly row: TableRow;
  readonly index: number;
  readonly top: number;
  readonly isTabStop: boolean;
}

export function RunRow({ row, index, top, isTabStop }: RunRowProps) {
  const single = row.runs.length === 1 ? row.runs[0]?.name : undefined;
  return (
    <tr
      class={classOf(row)}
      data-run={isOne(row) ? single : undefined}
      data-key={row.key}
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={index + 2}
      aria-level={row.depth + 1}
      aria-expanded={row.isOpen ?? undefined}
      aria-current={graphPicker.value === null ? undefined : isOne(row) && isOnShow(row)}
      aria-selected={shownPart(row.runs) === "all"}
      style={{ top: `${top}px` }}
      onClick={(press) => handleClick(press, row)}
      onFocus={() => {
        reachedKey.value = row.key;
      }}
      onMouseDown={(press) => {
        if (press.shiftKey) press.preventDefault(); // or the texts between would be selected
      }}
      onContextMenu={(press) => handleContextMenu(press, row)}
      {...emphasises(row.runs.map(({ id }) => id))}
      onPointerDown={(press) => watchLongPress(press, row.key)}
    >
      <NameCell row={row} />
      {columns.value.map((column) => (
        <ValueCell key={column.id} row={row} column={column} />
      ))}
    </tr>
  );
}

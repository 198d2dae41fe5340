/** The table itself: of many rows, those near the viewport are in the document. */
import { useSignalEffect } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { uniformRowsNear } from "../../../lib/lists/virtual-range";
import { graphPicker } from "../../../state/graphs/graph-picker";
import { filterText } from "../../../state/runs/run-filter";
import { columns, groupId, isWide, sort } from "../../../state/runs/run-table";
import { useNavigationKeys } from "../../../state/shell/list-navigation";
import { type Shortcut, useShortcuts } from "../../../state/shell/shortcuts";
import { useViewport } from "../../../ui/lists/use-viewport";
import { pin, startRenaming, toggleBaseline } from "../actions/run-actions";
import { showGraph } from "../actions/run-graph";
import { openMenu } from "../actions/run-menu-state";
import * as messages from "../messages";
import { leastWidth, tracks } from "../rows/column-widths";
import type { TableRow } from "../rows/rows";
import { selectRange, solo, startRange, toggle } from "../rows/run-visibility";
import { graphRows, reachedKey, rows, toggleRow } from "../rows/table-rows";
import { GridHead } from "./grid-head";
import { GraphRow } from "./late-graph-row";
import { inspectRow } from "./name-cell";
import { focusColumn, moveInRow } from "./row-stops";
import { RunRow } from "./run-row";
import "./run-grid.css";

const ROW_PX = 30;
const HEAD_PX = 26;
const MARGIN_PX = 300;

const ROW_KEYS: ReadonlyMap<string, (row: TableRow, element: HTMLElement) => void> = new Map<
  string,
  (row: TableRow, element: HTMLElement) => void
>([
  [" ", toggleRowRuns],
  ["Shift+ ", selectRange],
  ["o", ({ runs }) => solo(runs)],
  ["b", toggleBaseline],
  ["p", pin],
  ["Enter", showOrInspect],
  ["F2", startRenaming],
  ["ContextMenu", openMenuBelow],
  ["Shift+F10", openMenuBelow],
]);

function toggleRowRuns({ key, runs }: TableRow): void {
  startRange(key);
  toggle(runs);
}

/** Beside the graph tab, Enter does what a click does. */
function showOrInspect(row: TableRow): void {
  if (!showGraph(row)) inspectRow(row);
}

function openMenuBelow(row: TableRow, element: HTMLElement): void {
  const { left, bottom } = element.getBoundingClientRect();
  openMenu(row.key, left + 40, bottom);
}

/** Keys of the row that has the focus: listed in the sheet, handled by the row itself. */
const SHEET: readonly Shortcut[] = [
  { keys: "p", label: messages.pinRun, group: "runTable", run: () => false },
  { keys: "Enter", label: messages.showGraphOfRun, group: "runTable", run: () => false },
  { keys: "F2", label: messages.renameRun, group: "runTable", run: () => false },
  { keys: "Shift+Space", label: messages.selectRange, group: "runTable", run: () => false },
  { keys: "ArrowRight", label: messages.goToCells, group: "runTable", run: () => false },
  { keys: "Shift+F10", label: messages.openRunMenu, group: "runTable", run: () => false },
];

/** The index that a key moves to from `at`, if it moves. */
function movedIndex(key: string, at: number, count: number, page: number): number | null {
  const to = new Map([
    ["ArrowDown", at + 1],
    ["j", at + 1],
    ["ArrowUp", at - 1],
    ["k", at - 1],
    ["PageDown", at + page],
    ["PageUp", at - page],
    ["Home", 0],
    ["End", count - 1],
  ]).get(key);
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}

/** Right opens a row or goes to what is in it, Left closes it or goes to the one that holds it. */
function handleHorizontal(key: string, at: number, element: HTMLElement): number {
  const all = rows.peek();
  const row = all[at];
  if (row === undefined) return at;
  if (key === "ArrowRight") {
    if (row.isOpen === false) toggleRow(row.key);
    else moveInRow(element, 1);
    return at;
  }
  if (row.isOpen) {
    toggleRow(row.key);
    return at;
  }
  const parent = all.slice(0, at).findLastIndex(({ depth }) => depth < row.depth);
  return parent < 0 ? at : parent;
}

/** Of the row that had the focus last, else of the first. */
function reachedIndex(): number {
  return Math.max(
    0,
    rows.peek().findIndex(({ key }) => key === reachedKey.peek()),
  );
}

function reach(scroller: HTMLElement | null, index: number, column = 0): void {
  const row = rows.peek()[index];
  if (row === undefined || scroller === null) return;
  const top = index * ROW_PX;
  const room = scroller.clientHeight - HEAD_PX - ROW_PX;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
  // Where the row is in the document, the next key must find it focused; else it is drawn first.
  const element = rowElement(scroller, row.key);
  wantsFocus = element === null;
  reachedKey.value = row.key;
  if (element !== null) focusColumn(element, column);
}

function rowElement(scroller: HTMLElement | null, key: string): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
}

/** Whether the row reached takes the focus as soon as it is in the document. */
let wantsFocus = false;

/** A row that moves in the document, as one that is pinned, loses the focus by that. */
function keepFocus(scroller: HTMLElement | null, key: string): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === document.body;
    if (isLost) rowElement(scroller, key)?.focus({ preventScroll: true });
  });
}

/** Left, Right and Escape within a row, and what operates a button or a checkbox in it. */
function handleKeyInside(
  press: KeyboardEvent,
  element: HTMLElement,
  focused: HTMLElement,
): boolean {
  if (press.key === "ArrowLeft") moveInRow(element, -1);
  else if (press.key === "ArrowRight") moveInRow(element, 1);
  else if (press.key === "Escape") element.focus();
  else return /^( |Enter)$/.test(press.key) && focused.matches("button, input");
  press.preventDefault();
  press.stopPropagation();
  return true;
}

type RowAction = (row: TableRow, element: HTMLElement) => void;

/** A row of a graph is there to be chosen, and has none of a run's other actions. */
function actionOf({ key, shiftKey }: KeyboardEvent, row: TableRow): RowAction | undefined {
  if (row.kind === "graph" || row.kind === "graphs")
    return /^( |Enter)$/.test(key) ? showGraph : undefined;
  return ROW_KEYS.get(shiftKey && /^(F10| )$/.test(key) ? `Shift+${key}` : key);
}

function handleKey(press: KeyboardEvent, scroller: HTMLElement | null): void {
  const { target: focused } = press;
  if (!(focused instanceof HTMLElement) || press.ctrlKey || press.metaKey || press.altKey) return;
  const element = focused.closest("tr");
  const at = rows.peek().findIndex(({ key }) => key === element?.dataset.key);
  const row = rows.peek()[at];
  if (row === undefined || element === null) return;
  const isInside = focused !== element;
  if (isInside && handleKeyInside(press, element, focused)) return;
  const act = actionOf(press, row);
  const page = Math.floor((scroller?.clientHeight ?? 0) / ROW_PX) - 1;
  const to = /^Arrow(Left|Right)$/.test(press.key)
    ? handleHorizontal(press.key, at, element)
    : movedIndex(press.key, at, rows.peek().length, page);
  if (act === undefined && to === null) return;
  press.preventDefault();
  press.stopPropagation();
  if (to === null) {
    act?.(row, element);
    keepFocus(scroller, row.key);
  } else if (to !== at) reach(scroller, to, focused.closest("td")?.cellIndex);
}

function useFocus(element: RefObject<HTMLDivElement | null>): void {
  useSignalEffect(() => {
    const key = reachedKey.value;
    if (!wantsFocus || key === null) return;
    requestAnimationFrame(() => {
      rowElement(element.current, key)?.focus({ preventScroll: true });
      wantsFocus = false;
    });
  });
}

/** Shows the first rows of another choice or order: what was in view is somewhere else, or gone. */
function useTop(element: RefObject<HTMLDivElement | null>): void {
  const request = JSON.stringify([filterText.value, sort.value, groupId.value]);
  const before = useRef(request);
  useLayoutEffect(() => {
    if (before.current !== request) element.current?.scrollTo({ top: 0 });
    before.current = request;
  }, [request]);
}

export function RunGrid() {
  const { element, viewport } = useViewport();
  useShortcuts(SHEET);
  useNavigationKeys({
    what: "run",
    group: "runTable",
    // Beside a tab, the keys are those of the tab until a row has the focus.
    reach: () => isWide.peek() && reach(element.current, reachedIndex()),
  });
  useFocus(element);
  useTop(element);
  useSignalEffect(() => {
    if (graphPicker.value !== null) graphRows.load()?.catch(() => {});
  });
  const all = rows.value;
  const { first, end } = uniformRowsNear(
    all.length,
    ROW_PX,
    viewport.top,
    viewport.height,
    MARGIN_PX,
  );
  const near = all.slice(first, end);
  const reached = near.some(({ key }) => key === reachedKey.value)
    ? reachedKey.value
    : near[0]?.key;
  return (
    <div class="run-scroller" ref={element}>
      <table
        class="run-grid"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are operated.
        role="treegrid"
        aria-label={messages.tableLabel(all.length)}
        aria-rowcount={all.length + 1}
        aria-colcount={columns.value.length + 1}
        aria-multiselectable="true"
        style={{ "--tracks": tracks.value, minWidth: `${leastWidth.value}px` }}
        onKeyDown={(press) => handleKey(press, element.current)}
      >
        <GridHead />
        <tbody class="run-grid-body" style={{ height: `${all.length * ROW_PX}px` }}>
          {near.map((row, at) => {
            const Row = row.kind === "graph" || row.kind === "graphs" ? GraphRow : RunRow;
            return (
              <Row
                key={row.key}
                row={row}
                index={first + at}
                top={(first + at) * ROW_PX}
                isTabStop={row.key === reached}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

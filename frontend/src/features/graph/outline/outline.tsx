/**
 * The same graph as a tree, for screen readers, for keyboards and for tests: names, counts and
 * edges. It is in step with the canvas: what opens, closes, is selected or pointed at in one is so
 * in both.
 *
 * Only rows near the view are in the document. The tree has the focus and names
 * the row that has the keys, so that no focus is lost with a row that scrolls out of view.
 */
import { type Signal, useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { uniformRowsNear, type WindowRange } from "../../../lib/lists/virtual-range";
import { narrow } from "../../../state/shell/panels";
import { useViewport } from "../../../ui/lists/use-viewport";
import * as messages from "../messages";
import type { Hover } from "../session/hover";
import { useSession } from "../session/session-context";
import type { VisibleScope } from "../visible/visible-graph";
import { OutlineItem, PADDING, ROW_HEIGHT, rowId } from "./outline-item";
import { type OutlineRow, outlineRows, outlineStep } from "./outline-rows";
import "./outline.css";

/** Rows outside the view that readers of the page find too. */
const MARGIN_PX = 480;
/** Rows that come and go together. */
const ROWS_AT_ONCE = 10;

export interface OutlineProps {
  readonly top: VisibleScope;
  /** The selected node, or the one that a selected constant is drawn beside. */
  readonly selected: string;
  /** Hidden from sight until it has the focus. */
  readonly isPinned: boolean;
  readonly onSelect: (name: string) => void;
  readonly onToggle: (name: string) => void;
}

export function Outline({ onSelect: show, ...props }: OutlineProps) {
  const { top, selected, isPinned } = props;
  const { hover, options } = useSession();
  const onSelect = (name: string): void => {
    // In a narrow window it lies over what is chosen.
    if (narrow.peek()) options.panels.isOutlinePinned.value = false;
    show(name);
  };
  const id = useId();
  const { element, viewport } = useViewport();
  const rows = useMemo(() => outlineRows(top), [top]);
  const { active, at } = useActiveRow(rows, selected);
  // With the focus it would stay in sight.
  useLayoutEffect(() => {
    if (!isPinned && element.current?.contains(document.activeElement)) blur();
  }, [isPinned]);
  useLayoutEffect(() => scrollTo(element.current, at), [at, rows]);
  const near = nearInSteps(rows.length, viewport.top - PADDING, viewport.height);
  const walked = { ...props, onSelect, id, hover, rows, at, active };
  const items = useItems(walked, near);
  const page = Math.max(1, Math.floor(viewport.height / ROW_HEIGHT) - 1);
  return (
    <div class={`graph-outline ${isPinned ? "pinned" : ""}`} ref={element}>
      <div
        role="tree"
        aria-label={messages.outlineLabel}
        aria-activedescendant={at >= near.first && at < near.end ? rowId(id, at) : undefined}
        tabIndex={0}
        style={{ height: `${rows.length * ROW_HEIGHT + 2 * PADDING}px` }}
        onKeyDown={(input) => handleKey(input, walked, page)}
        onBlur={() => hover.clear()}
        onPointerLeave={() => hover.clear()}
      >
        {items}
      </div>
    </div>
  );
}

function blur(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The row that has the keys: the selected node's, until they have moved on from it. */
function useActiveRow(
  rows: readonly OutlineRow[],
  selected: string,
): { active: Signal<string>; at: number } {
  const places = useMemo(() => new Map(rows.map(({ node }, at) => [node.name, at])), [rows]);
  const active = useSignal(selected);
  const followed = useRef({ name: selected, isDone: false });
  // Before the next key, which would revert it.
  useLayoutEffect(() => {
    if (followed.current.name !== selected) followed.current = { name: selected, isDone: false };
    if (followed.current.isDone || !places.has(selected)) return;
    followed.current.isDone = true;
    active.value = selected;
  }, [selected, places]);
  return { active, at: places.get(active.value) ?? 0 };
}

/** The rows, and which of them has the keys. */
interface Walked extends OutlineProps {
  readonly id: string;
  readonly hover: Hover;
  readonly rows: readonly OutlineRow[];
  readonly at: number;
  readonly active: Signal<string>;
}

function handleKey(input: KeyboardEvent, walked: Walked, page: number): void {
  if (input.ctrlKey || input.metaKey || input.altKey || input.shiftKey) return;
  const { hover, rows, at, active, selected, onSelect, onToggle } = walked;
  const node = rows[at]?.node;
  if (node === undefined) return;
  const step = outlineStep(rows, at, input.key, page);
  if (step === "toggle") onToggle(node.name);
  else if (step !== undefined) {
    active.value = rows[step.to]?.node.name ?? "";
    hover.point(active.value);
  } else if (input.key === "Enter" || input.key === " ") {
    if (selected === node.name && node.expandable) onToggle(node.name);
    else onSelect(node.name);
  } else return;
  input.preventDefault();
  input.stopPropagation();
}

/** The same elements as long as the same rows are near: scrolling then makes nothing anew. */
function useItems(walked: Walked, { first, end }: WindowRange) {
  const { id, rows, at, active, selected, onSelect, onToggle } = walked;
  return useMemo(() => {
    const select = (name: string): void => {
      active.value = name;
      onSelect(name);
    };
    return rows
      .slice(first, end)
      .map((row, offset) => (
        <OutlineItem
          key={row.node.name}
          outline={id}
          row={row}
          index={first + offset}
          isActive={first + offset === at}
          isSelected={row.node.name === selected}
          onSelect={select}
          onToggle={onToggle}
        />
      ));
  }, [id, rows, first, end, at, selected, onSelect, onToggle]);
}

/** The rows near the view, changing by several at a time. */
function nearInSteps(count: number, top: number, height: number): WindowRange {
  const step = ROWS_AT_ONCE * ROW_HEIGHT;
  const from = Math.floor(top / step) * step;
  return uniformRowsNear(count, ROW_HEIGHT, from, height + step, MARGIN_PX);
}

/** Brings a row into view, if it is not, with some rows around it. */
function scrollTo(list: HTMLElement | null, index: number): void {
  if (list === null) return;
  const { scrollTop, clientHeight } = list;
  const top = PADDING + index * ROW_HEIGHT;
  if (top < scrollTop || top + ROW_HEIGHT > scrollTop + clientHeight) {
    list.scrollTop = top - clientHeight / 3;
  }
}

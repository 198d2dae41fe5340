/**
 * The same graph as a tree, for screen readers, for keyboards and for tests: names, counts and
 * edges. It is in step with the canvas: what opens, closes, is selected or pointed at in one is so
 * in both.
 *
 * Rows near the view are in the document, however many there are. The tree has the focus and names
 * the row that has the keys, so that no focus is lost with a row that scrolls away.
 */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { counted, countText } from "../../lib/number-text";
import { uniformRowsNear, type WindowRange } from "../../lib/window-range";
import { Icon } from "../../ui/icon";
import { useViewport } from "../../ui/use-viewport";
import { linkText, type NodeLink, nodeLinks } from "./node-links";
import { type OutlineRow, outlineRows, outlineStep } from "./outline-rows";
import { hoveredNode } from "./pointed-node";
import type { VisibleScope } from "./visible";
import "./outline.css";

const ROW_HEIGHT = 24;
const PADDING = 6;
/** Rows outside the view that readers of the page find too. */
const MARGIN_PX = 480;
/** Rows that come and go together. */
const ROWS_AT_ONCE = 10;
/** A pointer that stays on a row for so long points at it. */
const POINTING_MS = 100;
/** Edges of a node that are told each way; a hub has thousands. */
const MOST_EDGES = 20;

interface OutlineProps {
  readonly top: VisibleScope;
  readonly selected: string;
  /** Hidden from sight until it has the focus. */
  readonly isPinned: boolean;
  readonly onSelect: (name: string) => void;
  readonly onToggle: (name: string) => void;
}

export function Outline(props: OutlineProps) {
  const { top, selected, isPinned, onSelect, onToggle } = props;
  const { element, viewport } = useViewport();
  const rows = useMemo(() => outlineRows(top), [top]);
  const places = useMemo(() => new Map(rows.map(({ node }, at) => [node.name, at])), [rows]);
  const active = useSignal(selected);
  useEffect(() => {
    if (places.has(selected)) active.value = selected;
  }, [selected, places]);
  const at = places.get(active.value) ?? 0;
  useLayoutEffect(() => scrollTo(element.current, at), [at, rows]);
  const { first, end } = nearInSteps(rows.length, viewport.top - PADDING, viewport.height);
  // The same elements as long as the same rows are near: scrolling then makes nothing anew.
  const shown = useMemo(() => {
    const select = (name: string): void => {
      active.value = name;
      onSelect(name);
    };
    return rows
      .slice(first, end)
      .map((row, offset) => (
        <Row
          key={row.node.name}
          row={row}
          index={first + offset}
          isActive={first + offset === at}
          isSelected={row.node.name === selected}
          onSelect={select}
          onToggle={onToggle}
        />
      ));
  }, [rows, first, end, at, selected, onSelect, onToggle]);
  const press = (input: KeyboardEvent): void => {
    if (input.ctrlKey || input.metaKey || input.altKey || input.shiftKey) return;
    const row = rows[at];
    if (row === undefined) return;
    const page = Math.max(1, Math.floor(viewport.height / ROW_HEIGHT) - 1);
    const step = outlineStep(rows, at, input.key, page);
    if (step === "toggle") onToggle(row.node.name);
    else if (step !== undefined) {
      active.value = rows[step.to]?.node.name ?? "";
      pointAt(active.value);
    } else if (input.key === "Enter" || input.key === " ") {
      if (selected === row.node.name && row.node.expandable) onToggle(row.node.name);
      else onSelect(row.node.name);
    } else return;
    input.preventDefault();
    input.stopPropagation();
  };
  return (
    <div class={`graph-outline ${isPinned ? "pinned" : ""}`} ref={element}>
      <div
        role="tree"
        aria-label="Outline of the graph"
        aria-activedescendant={at >= first && at < end ? rowId(at) : undefined}
        tabIndex={0}
        style={{ height: `${rows.length * ROW_HEIGHT + 2 * PADDING}px` }}
        onKeyDown={press}
        onBlur={() => pointAt("")}
        onPointerLeave={() => pointAt("")}
      >
        {shown}
      </div>
    </div>
  );
}

/** The rows near the view, changing by several at a time. */
function nearInSteps(count: number, top: number, height: number): WindowRange {
  const step = ROWS_AT_ONCE * ROW_HEIGHT;
  const from = Math.floor(top / step) * step;
  return uniformRowsNear(count, ROW_HEIGHT, from, height + step, MARGIN_PX);
}

let pointing: ReturnType<typeof setTimeout> | undefined;

function pointAt(name: string): void {
  clearTimeout(pointing);
  hoveredNode.value = name;
}

/** Not for rows that scroll past under the pointer: each would be brought forward in the drawing. */
function pointAtSoon(name: string): void {
  clearTimeout(pointing);
  pointing = setTimeout(() => pointAt(name), POINTING_MS);
}

function rowId(index: number): string {
  return `outline-row-${index}`;
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

interface RowProps {
  readonly row: OutlineRow;
  readonly index: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (name: string) => void;
  readonly onToggle: (name: string) => void;
}

function Row({ row, index, isActive, isSelected, onSelect, onToggle }: RowProps) {
  const { node, isOpen, level, place, holder } = row;
  const count = node.kind === "op" ? node.op : counted(node.count, "op");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
    <div
      role="treeitem"
      id={rowId(index)}
      class={`outline-row ${isActive ? "active" : ""}`}
      style={{
        top: `${PADDING + index * ROW_HEIGHT}px`,
        paddingLeft: `${8 + (level - 1) * 14}px`,
      }}
      title={node.name}
      data-node={node.name}
      aria-level={level}
      aria-setsize={holder.scope.nodes.length}
      aria-posinset={place}
      aria-selected={isSelected}
      aria-expanded={node.expandable ? isOpen : undefined}
      onClick={({ target }) => {
        const onTwist = (target as Element).closest(".outline-twist") !== null;
        if (onTwist && node.expandable) onToggle(node.name);
        else onSelect(node.name);
      }}
      onDblClick={() => node.expandable && onToggle(node.name)}
      onPointerEnter={() => pointAtSoon(node.name)}
    >
      <span class="outline-twist">
        {node.expandable && <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={12} />}
      </span>
      <span class="outline-name">{node.label}</span>
      <span class="visually-hidden">, </span>
      <span class="outline-count">{count}</span>
      {node.role !== "main" && (
        <span class="visually-hidden">, beside the main graph: {node.reason}</span>
      )}
      <Edges row={row} />
    </div>
  );
}

/** The edges of a node in words, for those who do not see the lines. */
function Edges({ row: { node, holder } }: { row: OutlineRow }) {
  return (
    <span class="visually-hidden">
      <EdgesOneWay links={nodeLinks(holder.scope, node.name, "in")} word="from" />
      <EdgesOneWay links={nodeLinks(holder.scope, node.name, "out")} word="to" />
    </span>
  );
}

function EdgesOneWay({ links, word }: { links: readonly NodeLink[]; word: "from" | "to" }) {
  const others = links.length - MOST_EDGES;
  return (
    <>
      {links.slice(0, MOST_EDGES).map((link) => (
        <span key={`${link.other} ${link.kind}`} data-edge={word} data-kind={link.kind}>
          {`, ${word} ${link.other}: ${linkText(link)}`}
        </span>
      ))}
      {others > 0 && `, ${word} ${countText(others)} more`}
    </>
  );
}

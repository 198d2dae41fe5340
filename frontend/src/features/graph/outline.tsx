/**
 * The same graph as a tree, for screen readers, for keyboards and for tests: names, counts and
 * edges. It is in step with the canvas: what opens, closes or is selected in one does in both.
 */
import { counted, countText } from "../../lib/number-text";
import { Icon } from "../../ui/icon";
import { hoveredNode } from "./graph-canvas";
import { linkText, nodeLinks } from "./node-links";
import { type OutlineRow, outlineRows } from "./outline-rows";
import type { VisibleScope } from "./visible";

/** Rows in the document at once; a larger graph ends with a line that says so. */
const MOST_ROWS = 1_000;

interface OutlineProps {
  readonly top: VisibleScope;
  readonly selected: string;
  /** Hidden from sight until it has the focus. */
  readonly isPinned: boolean;
  readonly onSelect: (name: string) => void;
  readonly onToggle: (name: string) => void;
}

export function Outline(props: OutlineProps) {
  const { top, selected, isPinned } = props;
  const rows = outlineRows(top);
  const shown = rows.slice(0, MOST_ROWS);
  const tabStop = shown.some(({ node }) => node.name === selected) ? selected : shown[0]?.node.name;
  return (
    <div class={`graph-outline ${isPinned ? "pinned" : ""}`}>
      <div role="tree" aria-label="Outline of the graph" onKeyDown={moveFocus}>
        {shown.map((row) => (
          <Row key={row.node.name} row={row} isTabStop={row.node.name === tabStop} {...props} />
        ))}
      </div>
      {rows.length > shown.length && (
        <p class="outline-more">{countText(rows.length - shown.length)} more: close a scope.</p>
      )}
    </div>
  );
}

function Row(props: OutlineProps & { readonly row: OutlineRow; readonly isTabStop: boolean }) {
  const { row, selected, isTabStop, onSelect, onToggle } = props;
  const { node, isOpen, level } = row;
  const count = node.kind === "op" ? node.op : counted(node.count, "op");
  return (
    <div
      role="treeitem"
      class="outline-row"
      style={{ paddingLeft: `${8 + (level - 1) * 14}px` }}
      data-node={node.name}
      aria-level={level}
      aria-selected={node.name === selected}
      aria-expanded={node.expandable ? isOpen : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={({ target }) => {
        const onTwist = (target as Element).closest(".outline-twist") !== null;
        if (onTwist && node.expandable) onToggle(node.name);
        else onSelect(node.name);
      }}
      onKeyDown={(press) => pressRow(press, row, onSelect, onToggle)}
      onPointerEnter={() => {
        hoveredNode.value = node.name;
      }}
      onPointerLeave={() => {
        hoveredNode.value = "";
      }}
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
  const outputs = nodeLinks(holder.scope, node.name, "out");
  const inputs = nodeLinks(holder.scope, node.name, "in");
  return (
    <span class="visually-hidden">
      {inputs.map((link) => (
        <span
          key={`in ${link.other} ${link.kind}`}
          data-edge-from={link.other}
          data-kind={link.kind}
        >
          {`, from ${link.other}: ${linkText(link)}`}
        </span>
      ))}
      {outputs.map((link) => (
        <span
          key={`out ${link.other} ${link.kind}`}
          data-edge-to={link.other}
          data-kind={link.kind}
        >
          {`, to ${link.other}: ${linkText(link)}`}
        </span>
      ))}
    </span>
  );
}

/** Enter selects, right opens, left closes, as trees do. */
function pressRow(
  press: KeyboardEvent,
  { node, isOpen }: OutlineRow,
  onSelect: (name: string) => void,
  onToggle: (name: string) => void,
): void {
  const wantsToggle =
    node.expandable &&
    ((press.key === "ArrowRight" && !isOpen) || (press.key === "ArrowLeft" && isOpen));
  if (wantsToggle) onToggle(node.name);
  else if (press.key === "Enter" || press.key === " ") onSelect(node.name);
  else return;
  press.preventDefault();
  press.stopPropagation();
}

function moveFocus(press: KeyboardEvent): void {
  const rows = [
    ...(press.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=treeitem]"),
  ];
  const at = rows.indexOf(press.target as HTMLElement);
  const last = rows.length - 1;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(last, at + 1),
    ArrowUp: Math.max(0, at - 1),
    Home: 0,
    End: last,
  };
  const to = Object.hasOwn(targets, press.key) ? targets[press.key] : -1;
  if (at < 0 || to < 0) return;
  rows[to].focus();
  press.preventDefault();
  press.stopPropagation();
}

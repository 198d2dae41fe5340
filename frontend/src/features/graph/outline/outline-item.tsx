/** A row of the outline: a node with its name, its count and, for screen readers, its edges. */
import { Icon } from "../../../ui/controls/icon";
import * as messages from "../messages";
import { reasonText } from "../options/extraction-reason-text";
import { nodeEdgeText } from "../scope/node-edge-text";
import { type NodeEdge, nodeEdges } from "../scope/node-edges";
import { useSession } from "../session/session-context";
import * as lateMessages from "./messages";
import type { OutlineRow } from "./outline-rows";

export const ROW_HEIGHT = 24;
export const PADDING = 6;
/** Of the outline's levels, in pixels. */
const INDENT = 14;
/** Listed edges of a node in each direction; a hub has thousands. */
const MAX_EDGES = 20;

/** `outline` is the id of the outline, of which a page may have several. */
export function rowId(outline: string, index: number): string {
  return `${outline}-row-${index}`;
}

interface OutlineItemProps {
  readonly outline: string;
  readonly row: OutlineRow;
  readonly index: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (name: string) => void;
  readonly onToggle: (name: string) => void;
}

export function OutlineItem(props: OutlineItemProps) {
  const { outline, row, index, isActive, isSelected, onSelect, onToggle } = props;
  const { hover } = useSession();
  const { node, isOpen, level, place, holder } = row;
  const count = node.kind === "op" ? node.op : messages.opCount(node.count);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
    <div
      role="treeitem"
      id={rowId(outline, index)}
      class={`graph-outline-row ${isActive ? "active" : ""}`}
      style={{
        top: `${PADDING + index * ROW_HEIGHT}px`,
        paddingLeft: `${8 + (level - 1) * INDENT}px`,
      }}
      data-tooltip={node.name}
      data-node={node.name}
      aria-level={level}
      aria-setsize={holder.scope.nodes.length}
      aria-posinset={place}
      aria-selected={isSelected}
      aria-expanded={node.expandable ? isOpen : undefined}
      onClick={({ target }) => {
        const onTwist = (target as Element).closest(".graph-outline-twist") !== null;
        if (onTwist && node.expandable) onToggle(node.name);
        else onSelect(node.name);
      }}
      onDblClick={() => node.expandable && onToggle(node.name)}
      onPointerEnter={() => hover.pointSoon(node.name)}
    >
      <span class="graph-outline-twist">
        {node.expandable && <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={12} />}
      </span>
      <span class="graph-outline-name">{node.label}</span>
      <span class="ui-visually-hidden">, </span>
      <span class="graph-outline-count">{count}</span>
      {node.reason && (
        <span class="ui-visually-hidden">
          {messages.auxiliaryInOutline} {reasonText(node.reason)}
        </span>
      )}
      <Edges row={row} />
    </div>
  );
}

/** The edges of a node in words, for those who do not see the lines. */
function Edges({ row: { node, holder } }: { row: OutlineRow }) {
  return (
    <span class="ui-visually-hidden">
      <EdgesOneWay links={nodeEdges(holder.scope, node.name, "in")} word="from" />
      <EdgesOneWay links={nodeEdges(holder.scope, node.name, "out")} word="to" />
    </span>
  );
}

function EdgesOneWay({ links, word }: { links: readonly NodeEdge[]; word: "from" | "to" }) {
  const others = links.length - MAX_EDGES;
  return (
    <>
      {links.slice(0, MAX_EDGES).map((link) => (
        <span key={`${link.other} ${link.kind}`} data-edge={word} data-kind={link.kind}>
          {word === "from"
            ? lateMessages.edgeFrom(link.other, nodeEdgeText(link))
            : lateMessages.edgeTo(link.other, nodeEdgeText(link))}
        </span>
      ))}
      {others > 0 &&
        (word === "from" ? lateMessages.moreFrom(others) : lateMessages.moreTo(others))}
    </>
  );
}

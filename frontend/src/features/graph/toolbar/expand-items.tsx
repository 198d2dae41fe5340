/** The items of the menu that expands many scopes, or collapses all. */

import { useMemo } from "preact/hooks";
import { showToast } from "../../../state/base/toasts";
import { MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import type { GraphOptions } from "../options/graph-options";
import type { LateExpander } from "../session/late-expander";
import { useSession } from "../session/session-context";

const DEPTHS = [1, 2, 3, 4];

export function ExpandItems({ late }: { late: LateExpander }) {
  const expander = useMemo(() => late.make(), [late]);
  const session = useSession();
  const { expansion, options } = session;
  const { selectedNode } = options;
  // Read so that the menu knows a node whose scope has just arrived.
  session.visible.value;
  const node = session.findNode(selectedNode.value);
  if (expander === null) return null;
  return (
    <>
      <MenuGroup title={messages.expandToDepth}>
        {DEPTHS.map((depth) => (
          <MenuItem key={depth} onChoose={() => void expander.toDepth(depth)}>
            {depth === 1 ? messages.topLevel : String(depth)}
          </MenuItem>
        ))}
        <MenuItem onChoose={() => void expander.toDepth(Number.POSITIVE_INFINITY)}>
          {messages.allLevels}
        </MenuItem>
      </MenuGroup>
      <MenuItem
        shortcut="Shift+E"
        disabled={node?.expandable !== true}
        onChoose={() => expander.allBelow(selectedNode.peek())}
      >
        {node?.expandable ? lateMessages.expandBelow(node.label) : messages.expandSelected}
      </MenuItem>
      <MenuItem disabled={expansion.opened.value.length === 0} onChoose={() => expander.closeAll()}>
        {messages.collapseAll}
      </MenuItem>
      <MenuItem shortcut="Shift+H" onChoose={() => expander.startAfresh()}>
        {messages.startAfresh}
      </MenuItem>
      <MenuGroup title={lateMessages.sharedByAll}>
        <MenuItem
          disabled={!session.options.hasSharedChoices()}
          onChoose={() => resetShared(session.options)}
        >
          {lateMessages.resetShared}
        </MenuItem>
      </MenuGroup>
    </>
  );
}

function resetShared(options: GraphOptions): void {
  options.resetShared();
  showToast(lateMessages.sharedWasReset);
}

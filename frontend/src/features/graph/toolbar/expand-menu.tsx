/** The menu that opens and closes many scopes, and how far it has come. */
import type { ReadonlySignal } from "@preact/signals";
import type { Shortcut } from "../../../state/shell/shortcuts";
import { Button, IconButton } from "../../../ui/controls/button";
import { MenuButton, MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import type { BulkExpander } from "../session/bulk-expand";
import { useSession } from "../session/session-context";
import { useSessionShortcuts } from "../session/session-shortcuts";

const DEPTHS = [1, 2, 3, 4];

export function ExpandMenu({ expander }: { expander: BulkExpander }) {
  const session = useSession();
  const { expansion, selectedNode } = session.options;
  useSessionShortcuts(shortcuts(expander, selectedNode), expander);
  // Read so that the menu knows a node whose scope has just arrived.
  session.visible.value;
  const node = session.findNode(selectedNode.value);
  return (
    <MenuButton icon="unfold" label={messages.expandScopes}>
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
        {node?.expandable ? messages.expandBelow(node.label) : messages.expandSelected}
      </MenuItem>
      <MenuItem disabled={expansion.opened.value.length === 0} onChoose={() => expander.closeAll()}>
        {messages.collapseAll}
      </MenuItem>
    </MenuButton>
  );
}

/** How far it is and what came of it, over the drawing, which stays usable. */
export function ExpandProgress({ expander }: { expander: BulkExpander }) {
  const plan = expander.progress.value;
  const outcome = expander.outcome.value;
  const text = plan === null ? outcome : messages.expanding(plan.open.length, plan.visible);
  return (
    <div class={`graph-expand-progress ${text === "" ? "empty" : ""}`}>
      <span role="status">{text}</span>
      {plan !== null && (
        <Button look="quiet" onClick={() => expander.cancel()}>
          {messages.cancel}
        </Button>
      )}
      {plan === null && outcome !== "" && (
        <>
          {expander.isCut.value && (
            <Button look="quiet" onClick={() => expander.showAll()}>
              {messages.fitToView}
            </Button>
          )}
          <IconButton icon="close" label={messages.dismiss} onClick={() => expander.dismiss()} />
        </>
      )}
    </div>
  );
}

function shortcuts(expander: BulkExpander, selectedNode: ReadonlySignal<string>): Shortcut[] {
  const group = "graph";
  return [
    {
      keys: "Shift+e",
      label: messages.expandSelected,
      group,
      run: () => expander.allBelow(selectedNode.peek()),
    },
    { keys: "Escape", label: messages.stopExpanding, group, run: () => expander.cancel() },
  ];
}

/** The menu that opens and closes many scopes. */
import type { ReadonlySignal } from "@preact/signals";
import { lateCode } from "../../../state/base/late-code";
import type { Shortcut } from "../../../state/shell/shortcuts";
import { MenuButton } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import type { BulkExpander } from "../session/bulk-expand";
import { useOptions } from "../session/session-context";
import { useSessionShortcuts } from "../session/session-shortcuts";

const items = lateCode(() => import("./expand-items"));

export function ExpandMenu({ expander }: { expander: BulkExpander }) {
  const { selectedNode } = useOptions();
  useSessionShortcuts(shortcuts(expander, selectedNode), expander);
  const code = items.module.value;
  return (
    <MenuButton icon="unfold" label={messages.expandScopes} load={items.load}>
      {code !== null && <code.ExpandItems expander={expander} />}
    </MenuButton>
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
    {
      keys: "Shift+h",
      label: messages.startAfresh,
      group,
      run: () => expander.startAfresh(),
    },
    { keys: "Escape", label: messages.stopExpanding, group, run: () => expander.cancel() },
  ];
}

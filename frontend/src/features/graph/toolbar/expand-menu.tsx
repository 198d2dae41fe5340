/** The menu that opens and closes many scopes. */
import type { ReadonlySignal } from "@preact/signals";
import { lateCode } from "../../../state/base/late-code";
import type { Shortcut } from "../../../state/shell/shortcuts";
import { MenuButton } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import type { LateExpander } from "../session/late-expander";
import { useOptions } from "../session/session-context";
import { useSessionShortcuts } from "../session/session-shortcuts";

const items = lateCode(() => import("./expand-items"));

/** The code of the items and of what they do. */
function load(expander: LateExpander): Promise<unknown> | null {
  const parts = [items.load(), expander.load()].filter((part) => part !== null);
  return parts.length === 0 ? null : Promise.all(parts);
}

export function ExpandMenu({ expander }: { expander: LateExpander }) {
  const { selectedNode } = useOptions();
  useSessionShortcuts(shortcuts(expander, selectedNode), expander);
  const code = items.module.value;
  return (
    <MenuButton icon="unfold" label={messages.expandScopes} load={() => load(expander)}>
      {code !== null && <code.ExpandItems late={expander} />}
    </MenuButton>
  );
}

function shortcuts(expander: LateExpander, selectedNode: ReadonlySignal<string>): Shortcut[] {
  const group = "graph";
  return [
    {
      keys: "Shift+e",
      label: messages.expandSelected,
      group,
      load: expander.load,
      run: () => expander.make()?.allBelow(selectedNode.peek()),
    },
    {
      keys: "Shift+h",
      label: messages.startAfresh,
      group,
      load: expander.load,
      run: () => expander.make()?.startAfresh(),
    },
    {
      keys: "Escape",
      label: messages.stopExpanding,
      group,
      run: () => expander.made.peek()?.cancel() ?? false,
    },
  ];
}

/** The menu that opens and closes many scopes, and how far it has come. */
import type { ReadonlySignal } from "@preact/signals";
import { lateCode } from "../../../state/base/late-code";
import type { Shortcut } from "../../../state/shell/shortcuts";
import { Button, IconButton } from "../../../ui/controls/button";
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

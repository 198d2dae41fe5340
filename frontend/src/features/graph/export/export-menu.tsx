/** The menu of all exports of the graph. */
import { type Signal, useSignal } from "@preact/signals";
import { lateCode } from "../../../state/base/late-code";
import type { Shortcut } from "../../../state/shell/shortcuts";
import { MenuButton } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import { useSessionShortcuts } from "../session/session-shortcuts";
import type { ExportItemsProps } from "./export-items";

const items = lateCode(() => import("./export-items"));

export function ExportMenu(props: ExportItemsProps) {
  const isOpen = useSignal(false);
  useSessionShortcuts(shortcuts(isOpen));
  const code = items.module.value;
  return (
    <MenuButton
      icon="download"
      label={messages.exportLabel}
      shortcut="e"
      isOpen={isOpen}
      load={items.load}
    >
      {code !== null && <code.ExportItems {...props} />}
    </MenuButton>
  );
}

function shortcuts(isOpen: Signal<boolean>): Shortcut[] {
  const run = (): void => {
    isOpen.value = true;
  };
  return [{ keys: "e", label: messages.exportKey, group: "graph", run }];
}

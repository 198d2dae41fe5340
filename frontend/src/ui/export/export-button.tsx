/** A toolbar's button, and its key, for the export of many cards at once. */
import type { ComponentChildren } from "preact";
import * as messages from "../messages";
import { MenuButton } from "../popover/menu-button";

export function ExportButton({ children }: { readonly children: ComponentChildren }) {
  return (
    <MenuButton icon="download" label={messages.exportLabel} shortcut="e" exports="tab" isCompact>
      {children}
    </MenuButton>
  );
}

/** The button of a toolbar, and the key, that take what is on many cards away at once. */
import type { ComponentChildren } from "preact";
import * as messages from "../messages";
import { MenuButton } from "../popover/menu-button";

export function TabExportButton({ children }: { readonly children: ComponentChildren }) {
  return (
    <MenuButton icon="download" label={messages.exportLabel} shortcut="e" takesAway="tab" isCompact>
      {children}
    </MenuButton>
  );
}

/** The context menu of a node. */
import type { ReadonlySignal } from "@preact/signals";
import { ContextMenu } from "../../../ui/popover/context-menu";
import { MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import { nodeActions } from "../session/node-actions";
import { useSession } from "../session/session-context";
import type { Viewport } from "../viewport/viewport";
import { ColourPicker } from "./colour-picker";

export interface NodeMenuProps {
  readonly viewport: ReadonlySignal<Viewport | null>;
}

export function NodeMenu({ viewport }: NodeMenuProps) {
  const session = useSession();
  const place = session.menu.value;
  if (place === null) return null;
  const node = session.findNode(place.name);
  const scope = session.findScopeAround(place.name);
  if (node === undefined || scope === undefined) return null;
  const close = (): void => {
    session.menu.value = null;
  };
  return (
    <ContextMenu
      label={lateMessages.actionsFor(node.label)}
      x={place.x}
      y={place.y}
      onClose={close}
    >
      {nodeActions({ session, node, scope, viewport: viewport.peek() }, "menu").map(
        ({ title, actions }) => (
          <MenuGroup key={title} title={title === "Node" ? node.label : title}>
            {actions.map(({ label, run, shortcut }) => (
              <MenuItem key={label} onChoose={run} {...(shortcut ? { shortcut } : {})}>
                {label}
              </MenuItem>
            ))}
          </MenuGroup>
        ),
      )}
      <MenuGroup title={messages.colour}>
        <ColourPicker name={node.name} isInMenu={true} />
      </MenuGroup>
    </ContextMenu>
  );
}

/** The context menu of a node. */

import { PopupMenu } from "../../../ui/popover/context-menu";
import { MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import type { GraphView } from "../session/graph-session";
import { nodeActions } from "../session/node-actions";
import { PaintChoice } from "./colour-picker";
import { nodeMenu } from "./node-menu-state";

export function NodeMenu({ view }: { view: GraphView }) {
  const place = nodeMenu.value;
  if (place === null) return null;
  const node = view.findNode(place.name);
  const scope = view.findScopeAround(place.name);
  if (node === undefined || scope === undefined) return null;
  const close = (): void => {
    nodeMenu.value = null;
  };
  return (
    <PopupMenu label={`Actions for ${node.label}`} x={place.x} y={place.y} onClose={close}>
      {nodeActions({ view, node, scope }, "menu").map(({ title, actions }) => (
        <MenuGroup key={title} title={title === "Node" ? node.label : title}>
          {actions.map(({ label, run, shortcut }) => (
            <MenuItem key={label} onChoose={run} {...(shortcut ? { shortcut } : {})}>
              {label}
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
      <MenuGroup title="Colour">
        <PaintChoice name={node.name} isInMenu={true} />
      </MenuGroup>
    </PopupMenu>
  );
}

/** The menu that says how the graph is drawn. */
import { lateCode } from "../../../state/base/late-code";
import { MenuButton } from "../../../ui/popover/menu-button";
import * as messages from "../messages";

const items = lateCode(() => import("./layout-items"));

export function LayoutMenu() {
  const code = items.module.value;
  return (
    <MenuButton icon="workflow" label={messages.layout} load={items.load}>
      {code !== null && <code.LayoutItems />}
    </MenuButton>
  );
}

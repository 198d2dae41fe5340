/** The menu that says how all cards are drawn. */
import { lateCode } from "../../../state/base/late-code";
import { MenuButton } from "../../../ui/popover/menu-button";
import * as messages from "../messages";

const items = lateCode(() => import("./display-items"));

export function DisplayMenu() {
  const code = items.module.value;
  return (
    <MenuButton icon="sliders" label={messages.display} load={items.load}>
      {code && <code.DisplayItems />}
    </MenuButton>
  );
}

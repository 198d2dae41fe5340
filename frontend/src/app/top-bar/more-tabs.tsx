/** The menu behind the tabs: those with nothing to show, in a narrow window all. */
import { lateCode } from "../../state/base/late-code";
import { narrow } from "../../state/shell/panels";
import { MenuButton } from "../../ui/popover/menu-button";
import * as messages from "../messages";
import { emptyTabs } from "../tabs/open-tab";
import "./more-tabs.css";

const items = lateCode(() => import("./more-menu-items"));

export function MoreTabs() {
  if (!narrow.value && emptyTabs.value.length === 0) return null;
  const code = items.module.value;
  return (
    <div class="app-more-tabs">
      <MenuButton icon="more" label={messages.more} load={items.load}>
        {code && <code.MoreMenuItems />}
      </MenuButton>
    </div>
  );
}

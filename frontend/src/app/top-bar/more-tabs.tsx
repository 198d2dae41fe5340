/** The tabs with nothing to show, in a menu that says of each why. */
import { MenuButton, MenuItem } from "../../ui/popover/menu-button";
import * as messages from "../messages";
import { emptyTabs, openTab } from "../tabs/open-tab";
import { emptyTitle } from "../tabs/tabs";
import "./more-tabs.css";

export function MoreTabs() {
  if (emptyTabs.value.length === 0) return null;
  return (
    <div class="app-more-tabs">
      <MenuButton icon="more" label={messages.more}>
        {emptyTabs.value.map((tab) => (
          <MenuItem key={tab.id} onChoose={() => openTab(tab.id)}>
            <span class="app-empty-tab-row">
              {tab.title}
              <small>{emptyTitle(tab)}</small>
            </span>
          </MenuItem>
        ))}
      </MenuButton>
    </div>
  );
}

/**
 * What the menu behind the tabs lists: the tabs with nothing to show, each with the reason. In a
 * narrow window also all other tabs and what the bar has no room for.
 */
import { cycleTheme, theme } from "../../state/base/theme";
import { toggleDialog } from "../../state/shell/dialogs";
import { narrow } from "../../state/shell/panels";
import { stepsInView } from "../../state/tags/selected-step";
import { MenuGroup, MenuItem } from "../../ui/popover/menu-button";
import * as messages from "../messages";
import { activeTab, emptyTabs, openTab, shownTabs } from "../tabs/open-tab";
import { emptyTitle } from "../tabs/tabs";
import { requestStep } from "./step-cursor";
import "./more-menu-items.css";

export function MoreMenuItems() {
  return narrow.value ? <NarrowItems /> : <EmptyTabs />;
}

function NarrowItems() {
  return (
    <>
      <MenuGroup title={messages.tabs}>
        {shownTabs.value.map(({ id, title }) => (
          <MenuItem key={id} onChoose={() => openTab(id)} isCurrent={id === activeTab.value?.id}>
            {title}
          </MenuItem>
        ))}
        <EmptyTabs />
      </MenuGroup>
      <MenuGroup title={messages.pageTools}>
        {stepsInView.value.length > 0 && (
          <MenuItem onChoose={requestStep}>{messages.goToStep}</MenuItem>
        )}
        <MenuItem onChoose={() => toggleDialog("views")}>{messages.views}</MenuItem>
        <MenuItem onChoose={() => toggleDialog("keys")}>{messages.keyboardShortcuts}</MenuItem>
        <MenuItem onChoose={cycleTheme}>{messages.themes[theme.value]}</MenuItem>
      </MenuGroup>
    </>
  );
}

function EmptyTabs() {
  return emptyTabs.value.map((tab) => (
    <MenuItem key={tab.id} onChoose={() => openTab(tab.id)}>
      <span class="app-empty-tab-row">
        {tab.title}
        <small>{emptyTitle(tab)}</small>
      </span>
    </MenuItem>
  ));
}

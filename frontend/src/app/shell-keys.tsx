/** The keys that work on every tab. */
import { copyLink } from "../state/address/copy-link";
import { redo, undo } from "../state/address/undo";
import { cycleTheme } from "../state/base/theme";
import { toggleDialog } from "../state/shell/dialogs";
import { closeInspector, inspector } from "../state/shell/inspector";
import { runSheetOpen, toggleRunTable } from "../state/shell/panels";
import { type Shortcut, useShortcuts } from "../state/shell/shortcuts";
import { openExport } from "./export-key";
import { toggleInspector } from "./inspector-panel";
import { openTab, shownTabs } from "./tabs/open-tab";
import { TABS } from "./tabs/tabs";
import { togglePaused } from "./top-bar/live-updates";

const GROUP = "Everywhere";

function openNth(index: number): boolean {
  const tab = shownTabs.peek()[index];
  if (tab !== undefined) openTab(tab.id);
  return tab !== undefined;
}

function openIfShown(id: string): boolean {
  const shown = shownTabs.peek().some((tab) => tab.id === id);
  if (shown) openTab(id);
  return shown;
}

function closeIfInspecting(): boolean {
  const open = inspector.peek() !== null;
  closeInspector();
  return open;
}

function closeRunSheet(): boolean {
  const open = runSheetOpen.peek();
  runSheetOpen.value = false;
  return open;
}

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const TAB_KEYS: readonly Shortcut[] = [
  ...TABS.map(({ id, title, key }) => {
    return { keys: `g ${key}`, label: title, group: "Tabs", run: () => openIfShown(id) };
  }),
  ...DIGITS.map((digit) => ({
    keys: String(digit),
    label: "The tab at this place, up to 9",
    group: "Tabs",
    isLike: digit > 1 ? "1" : undefined,
    run: () => openNth(digit - 1),
  })),
];

const KEYS: readonly Shortcut[] = [
  {
    keys: "?",
    label: "These keys",
    group: GROUP,
    run: () => toggleDialog("keys"),
    overModal: true,
  },
  {
    keys: "Ctrl+k",
    label: "Find a run, a tag, a node or an action",
    group: GROUP,
    run: () => toggleDialog("palette"),
    overModal: true,
  },
  {
    keys: "Ctrl+z",
    label: "Undo the last change, of the view or of a run's marks",
    group: GROUP,
    run: undo,
  },
  { keys: "Ctrl+Shift+z", label: "Redo it", group: GROUP, run: redo },
  { keys: "[", label: "Run table: table or colours", group: GROUP, run: toggleRunTable },
  { keys: "]", label: "Inspector: folded away or shown", group: GROUP, run: toggleInspector },
  {
    keys: "Escape",
    label: "Close what is open",
    group: GROUP,
    run: () => closeIfInspecting() || closeRunSheet(),
  },
  { keys: "t", label: "Theme: system, light, dark", group: GROUP, run: cycleTheme },
  { keys: ".", label: "Pause or follow new data", group: GROUP, run: togglePaused },
  {
    keys: "y",
    label: "Copy a link to this view",
    group: GROUP,
    run: () => void copyLink(),
  },
  { keys: "e", label: "Export: the card in focus, or the tab", group: GROUP, run: openExport },
  ...TAB_KEYS,
];

export function ShellKeys() {
  useShortcuts(KEYS);
  return null;
}

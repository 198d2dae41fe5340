/** The keys that work on every tab. */
import { copyLink } from "../state/copy-link";
import { inspector } from "../state/inspector";
import { runSheetOpen, toggleRunTable } from "../state/panels";
import { type Shortcut, useShortcuts } from "../state/shortcuts";
import { cycleTheme } from "../state/theme";
import { redo, undo } from "../state/undo";
import { togglePaused } from "./live-state";
import { openTab, shownTabs } from "./open-tab";
import { toggleSheet } from "./shortcut-sheet";
import { TABS } from "./tabs";

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

function closeInspector(): boolean {
  const open = inspector.peek() !== null;
  inspector.value = null;
  return open;
}

function closeRunSheet(): boolean {
  const open = runSheetOpen.peek();
  runSheetOpen.value = false;
  return open;
}

const TAB_KEYS: readonly Shortcut[] = TABS.flatMap(({ id, title, key }, index) => [
  { keys: `g ${key}`, label: title, group: GROUP, run: () => openIfShown(id) },
  { keys: String(index + 1), label: `Tab ${index + 1}`, group: GROUP, run: () => openNth(index) },
]);

const KEYS: readonly Shortcut[] = [
  {
    keys: "?",
    label: "These keys",
    group: GROUP,
    run: toggleSheet,
    overModal: true,
  },
  ...TAB_KEYS,
  { keys: "Ctrl+z", label: "Undo the last change of the view", group: GROUP, run: undo },
  { keys: "Ctrl+Shift+z", label: "Redo it", group: GROUP, run: redo },
  { keys: "[", label: "Run table: table or colours", group: GROUP, run: toggleRunTable },
  { keys: "]", label: "Close the inspector", group: GROUP, run: closeInspector },
  {
    keys: "Escape",
    label: "Close what is open",
    group: GROUP,
    run: () => closeInspector() || closeRunSheet(),
  },
  { keys: "t", label: "Theme: system, light, dark", group: GROUP, run: cycleTheme },
  { keys: ".", label: "Pause or follow new data", group: GROUP, run: togglePaused },
  {
    keys: "y",
    label: "Copy a link to this view",
    group: GROUP,
    run: () => void copyLink(),
  },
];

export function ShellKeys() {
  useShortcuts(KEYS);
  return null;
}

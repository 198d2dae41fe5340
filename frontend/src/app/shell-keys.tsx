/** The keys that work on every tab. */
import type { RefObject } from "preact";
import { copyLink } from "../state/address/copy-link";
import { redo, undo } from "../state/address/undo";
import { cycleTheme } from "../state/base/theme";
import { toggleDialog } from "../state/shell/dialogs";
import { closeInspector, inspector } from "../state/shell/inspector";
import { runSheetOpen, toggleRunTable } from "../state/shell/panels";
import { type Shortcut, useShortcuts } from "../state/shell/shortcuts";
import * as messages from "./messages";
import { openTab, shownTabs } from "./tabs/open-tab";
import { TABS } from "./tabs/tabs";
import { togglePaused } from "./top-bar/live-updates";

const GROUP = "everywhere";

type Content = RefObject<HTMLElement | null>;

/** Opens a tab, and puts the focus on its content, of which a screen reader says the name. */
function openByKey(id: string | undefined, content: Content): boolean {
  if (id === undefined) return false;
  openTab(id);
  requestAnimationFrame(() => content.current?.focus({ preventScroll: true }));
  return true;
}

/** The code of this and of the inspector comes with the first. */
function openExport(): void {
  import("./export-key").then(({ openExport: open }) => open()).catch(() => {});
}

function toggleInspector(): void {
  import("./inspector-panel").then(({ toggleInspector: toggle }) => toggle()).catch(() => {});
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

const tabKeys = (content: Content): readonly Shortcut[] => [
  ...TABS.map(({ id, title, key }) => ({
    keys: `g ${key}`,
    label: title,
    group: "tabs" as const,
    run: () => openByKey(shownTabs.peek().find((tab) => tab.id === id)?.id, content),
  })),
  ...DIGITS.map((digit) => ({
    keys: String(digit),
    label: messages.goToTab,
    group: "tabs" as const,
    isLike: digit > 1 ? "1" : undefined,
    run: () => openByKey(shownTabs.peek()[digit - 1]?.id, content),
  })),
];

const KEYS: readonly Shortcut[] = [
  {
    keys: "?",
    label: messages.keyboardShortcuts,
    group: GROUP,
    run: () => toggleDialog("keys"),
    overModal: true,
  },
  {
    keys: "Ctrl+k",
    label: messages.openPalette,
    group: GROUP,
    run: () => toggleDialog("palette"),
    overModal: true,
  },
  {
    keys: "Ctrl+z",
    label: messages.undo,
    group: GROUP,
    run: undo,
  },
  { keys: "Ctrl+Shift+z", label: messages.redo, group: GROUP, run: redo },
  { keys: "[", label: messages.toggleRunTable, group: GROUP, run: toggleRunTable },
  { keys: "]", label: messages.toggleInspector, group: GROUP, run: toggleInspector },
  {
    keys: "Escape",
    label: messages.closeOpen,
    group: GROUP,
    run: () => closeIfInspecting() || closeRunSheet(),
  },
  { keys: "t", label: messages.cycleTheme, group: GROUP, run: cycleTheme },
  { keys: ".", label: messages.toggleLive, group: GROUP, run: togglePaused },
  {
    keys: "y",
    label: messages.copyLink,
    group: GROUP,
    run: () => void copyLink(),
  },
  { keys: "e", label: messages.openExport, group: GROUP, run: openExport },
];

export function ShellKeys({ content }: { content: Content }) {
  useShortcuts([...KEYS, ...tabKeys(content)]);
  return null;
}

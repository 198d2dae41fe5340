/** The bar above: what is looked at, the tabs, how fresh it is, and the page's own switches. */

import { useEffect, useRef } from "preact/hooks";
import { boot } from "../../state/base/boot";
import { cycleTheme, type Theme, theme } from "../../state/base/theme";
import { runCount } from "../../state/runs/runs";
import { status } from "../../state/server/connection";
import { toggleDialog } from "../../state/shell/dialogs";
import { narrow, toggleRunTable } from "../../state/shell/panels";
import { Button, IconButton } from "../../ui/controls/button";
import type { IconName } from "../../ui/controls/icon";
import { Term } from "../../ui/controls/term";
import { Toolbar } from "../../ui/controls/toolbar";
import * as messages from "../messages";
import { activeTab, graphTotal, openTab, shownTabs } from "../tabs/open-tab";
import { loadTab } from "../tabs/tab-code";
import type { TabCount } from "../tabs/tabs";
import { LiveState } from "./live-updates";
import { readingPart } from "./loading-text";
import { MoreTabs } from "./more-tabs";
import { ReadingProgress } from "./reading-progress";
import { StepCursor } from "./step-cursor";

const THEME_ICONS: Record<Theme, IconName> = { system: "monitor", light: "sun", dark: "moon" };

function LogDirectory() {
  const paths = status.value?.log_directories.map(({ path }) => path) ?? [];
  return (
    <h1 class="app-log-directory">
      <Term explanation={paths.join("\n")}>{boot.log_directory || "Scopeboard"}</Term>
    </h1>
  );
}

/** Its place is as wide before it is known: no tab moves. */
function CountOfTab({ code }: { readonly code: TabCount }) {
  const module = code.module.value;
  return (
    <span class="app-tab-count" aria-hidden="true">
      {module && <module.Count total={graphTotal.value} />}
    </span>
  );
}

function Tabs() {
  const nav = useRef<HTMLElement>(null);
  const active = activeTab.value?.id;
  // A link names a tab before the runs are there that bring the tabs in front of it.
  const count = shownTabs.value.length;
  useEffect(() => {
    const tab = nav.current?.querySelector("[aria-current]");
    if (tab) scrollAlongTo(tab, nav.current);
  }, [active, count]);
  return (
    <nav class="app-tabs" aria-label={messages.tabs} ref={nav}>
      {shownTabs.value.map((tab) => (
        <button
          key={tab.id}
          type="button"
          aria-current={active === tab.id ? "page" : undefined}
          onPointerEnter={() => void loadTab(tab)}
          onFocus={() => void loadTab(tab)}
          onClick={() => openTab(tab.id)}
        >
          {tab.title}
          {tab.count && <CountOfTab code={tab.count} />}
        </button>
      ))}
    </nav>
  );
}

/** Unlike `scrollIntoView`, which lets the next Tab key go on from there, not from the first stop. */
function scrollAlongTo(part: Element, whole: Element | null): void {
  if (whole === null) return;
  const [{ left, right }, room] = [part.getBoundingClientRect(), whole.getBoundingClientRect()];
  const faded = Number.parseFloat(getComputedStyle(whole).scrollPaddingLeft) || 0;
  const [before, beyond] = [left - room.left - faded, right - room.right + faded];
  whole.scrollLeft += Math.min(0, before) + Math.max(0, beyond);
}

function Progress() {
  const loading = status.value?.loading;
  if (loading?.state !== "reading") return null;
  return (
    <div class="app-progress" aria-hidden="true">
      <div style={{ transform: `scaleX(${readingPart(loading)})` }} />
    </div>
  );
}

/** In a narrow window they are in the menu behind the tabs. */
function PageSwitches() {
  return (
    <>
      <IconButton
        icon={THEME_ICONS[theme.value]}
        label={messages.themes[theme.value]}
        shortcut="t"
        onClick={cycleTheme}
      />
      <IconButton
        icon="help"
        label={messages.keyboardShortcuts}
        shortcut="?"
        onClick={() => toggleDialog("keys")}
      />
    </>
  );
}

export function TopBar() {
  return (
    <header class="app-top-bar">
      <LogDirectory />
      {narrow.value && runCount.value > 0 && activeTab.value?.id !== "runs" && (
        <Button look="quiet" icon="panel-left" onClick={toggleRunTable}>
          {messages.runs}
        </Button>
      )}
      <Tabs />
      <MoreTabs />
      <ReadingProgress />
      <div class="app-top-bar-end">
        <StepCursor />
        <Toolbar class="app-page-tools" label={messages.pageTools}>
          <IconButton
            icon="search"
            label={messages.find}
            shortcut="Ctrl+K"
            onClick={() => toggleDialog("palette")}
          />
          {!narrow.value && (
            <IconButton
              icon="bookmark"
              label={messages.views}
              onClick={() => toggleDialog("views")}
            />
          )}
          <LiveState />
          {!narrow.value && <PageSwitches />}
        </Toolbar>
      </div>
      <Progress />
    </header>
  );
}

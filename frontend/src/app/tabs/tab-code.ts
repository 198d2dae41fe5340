/** The code of tabs, fetched when one is opened or is about to be. */
import { effect, signal, untracked } from "@preact/signals";
import type { ComponentType } from "preact";
import { prefersReducedData } from "../../lib/browser/save-data";
import { boot } from "../../state/base/boot";
import { runsLoaded } from "../../state/runs/runs";
import { reached } from "../../state/server/connection";
import { isPageIdle } from "../../state/shell/page-idle";
import { codeError } from "../../ui/layout/code-error";
import { loadFailedStyles } from "../../ui/layout/failed-styles";
import { retryFailedParts } from "../../ui/layout/lazy-part";
import { activeTab, chosenTab, shownTabs } from "./open-tab";
import { TABS, type TabEntry } from "./tabs";

/** The page is drawn without what takes longer. */
const LATE_MS = 50;

type Loaded = ComponentType | Error;

/** By the id of the tab. */
const loaded = signal<ReadonlyMap<string, Loaded>>(new Map());
const underWay = new Set<string>();

/** The view of a tab, or why it cannot be had; undefined while it is not there. */
export function findView(id: string): Loaded | undefined {
  return loaded.value.get(id);
}

function put(id: string, view: Loaded): void {
  loaded.value = new Map(loaded.peek()).set(id, view);
}

/** Fetches the code of a tab that has not been, or could not be. */
export async function loadTab({ id, view }: TabEntry): Promise<void> {
  const isThere = typeof view === "function" || typeof loaded.peek().get(id) === "function";
  if (isThere || underWay.has(id)) return;
  underWay.add(id);
  try {
    if (loaded.peek().has(id)) await loadFailedStyles();
    put(id, await view.load());
  } catch (cause) {
    put(id, codeError(cause));
  }
  underWay.delete(id);
}

/** Fetches again the tabs and parts that could not be, when the server is back. Call once. */
function retryWhenBack(): void {
  effect(() => {
    reached.value;
    untracked(() => {
      for (const tab of TABS) if (loaded.peek().get(tab.id) instanceof Error) void loadTab(tab);
      retryFailedParts();
    });
  });
}

/**
 * Fetches the code of the tab that the address names, or of the default, which is drawn once the
 * runs are known; and, when the page is idle, of the tabs that take longest. Call once, when the
 * address has been read.
 *
 * Resolves when that tab's code is there, or late: code that comes with the page sends its first
 * requests as it begins to run.
 */
export async function startLoadingTabs(): Promise<void> {
  const first = chosenTab.peek() || boot.first_tab;
  const opened = TABS.find(({ id }) => id === first);
  const isThere = opened === undefined ? null : loadTab(opened);
  if (!prefersReducedData()) loadAheadAtRest();
  retryWhenBack();
  prefetchTab();
  await Promise.race([isThere, new Promise((late) => setTimeout(late, LATE_MS))]);
}

/** Lets the tab that is opened first ask as soon as its code is there and the runs are known. */
function prefetchTab(): void {
  let isDone = false;
  effect(() => {
    const tab = activeTab.value;
    if (isDone || !runsLoaded.value || tab === null || findView(tab.id) === undefined) return;
    isDone = true;
    untracked(() => tab.prefetch?.());
  });
}

function loadAheadAtRest(): void {
  effect(() => {
    if (!isPageIdle.value) return;
    for (const tab of shownTabs.value) {
      if (tab.isLoadedAhead) void loadTab(tab);
      tab.count?.load()?.catch(() => {});
    }
  });
}

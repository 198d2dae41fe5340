/** What the palette can find, but for the nodes of graphs: these are many and stay on the server. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { applyView, namedViews, saveView } from "../../state/address/saved-views";
import { urlText } from "../../state/address/url-state";
import { shortcutGroups } from "../../state/messages";
import { runs, select } from "../../state/runs/runs";
import { tagList } from "../../state/server/tag-lists";
import { toggleDialog } from "../../state/shell/dialogs";
import { shortcuts } from "../../state/shell/shortcuts";
import { openTab } from "../tabs/open-tab";
import { TABS } from "../tabs/tabs";
import * as messages from "./messages";

export interface PaletteItem {
  /** What is looked for and shown. */
  readonly text: string;
  /** What choosing it does, where that does not go without saying. */
  readonly hint: string;
  /** The keys that do the same, as in the shortcut sheet. */
  readonly keys?: string;
  readonly run: () => unknown;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

const tagFilter = urlText("tags");
const fullScreenCard = urlText("card");

/** Tags of all kinds; requested while the palette is open. */
export const tags = tagList();

function showTag(kind: string, tag: string): void {
  const tab = TABS.find(({ kinds }) => kinds.includes(kind));
  if (tab === undefined) return;
  if (kind === "scalars") {
    tagFilter.value = "";
    fullScreenCard.value = tag;
  }
  openTab(tab.id);
}

/** Newest first, as in the run table. */
const runItems = computed(() =>
  runs.value.toReversed().map(({ name }) => ({
    text: name,
    hint: messages.showOnlyRun,
    run: () => select({ kind: "names", names: [name] }),
  })),
);

const tagItems = computed(() =>
  (tags.data.value?.tags ?? []).map(({ tag, kind }) => ({
    text: tag,
    hint: kind,
    run: () => showTag(kind, tag),
  })),
);

const VIEWS = {
  text: messages.savedViews,
  hint: shortcutGroups.everywhere,
  run: () => toggleDialog("views"),
};

/** What has a key, but for what opens the palette and closes it, and the tabs, which are above. */
const actionItems = computed(() => {
  // Cards of one kind add the same keys.
  const latest = new Map(
    shortcuts.value.map((shortcut) => [`${shortcut.group} ${shortcut.keys}`, shortcut]),
  );
  const keyed = [...latest.values()]
    .filter(({ keys, group }) => keys !== "Ctrl+k" && keys !== "Escape" && group !== "tabs")
    .map(({ label, group, keys, run }) => ({
      text: label,
      hint: shortcutGroups[group],
      keys,
      run,
    }));
  return [...keyed, VIEWS];
});

const tabItems = TABS.map(({ id, title, key }) => ({
  text: title,
  hint: "",
  keys: `g ${key}`,
  run: () => openTab(id),
}));

const viewItems = computed(() =>
  namedViews.value.map((view) => ({
    text: view.name,
    hint: messages.viewHint,
    run: () => applyView(view),
  })),
);

export const groups: ReadonlySignal<readonly PaletteGroup[]> = computed(() => [
  { title: messages.tabs, items: tabItems },
  { title: messages.runs, items: runItems.value },
  { title: messages.tags, items: tagItems.value },
  { title: messages.views, items: viewItems.value },
  { title: messages.actions, items: actionItems.value },
]);

/** Keeping the view under what was typed. */
export function saveItem(typed: string): PaletteItem {
  const name = typed.trim();
  return { text: messages.saveView(name), hint: "", run: () => saveView(name) };
}

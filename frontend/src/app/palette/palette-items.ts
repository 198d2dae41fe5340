/** What the palette can find, but for the nodes of graphs: these are many and stay on the server. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { applyView, namedViews, saveView } from "../../state/address/saved-views";
import { urlText } from "../../state/address/url-state";
import { isServed } from "../../state/base/boot";
import { notifies } from "../../state/base/notifications";
import { chooseTheme, THEMES } from "../../state/base/theme";
import { shortcutGroups } from "../../state/messages";
import { runs, select } from "../../state/runs/runs";
import { tagList } from "../../state/server/tag-lists";
import { offers } from "../../state/shell/actions";
import { toggleDialog } from "../../state/shell/dialogs";
import { canNotify, toggleNotifications } from "../../state/shell/notification-switch";
import { shortcuts } from "../../state/shell/shortcuts";
import { guideTopic } from "../dialogs/guide-topics";
import { activeTab, openTab } from "../tabs/open-tab";
import { TABS } from "../tabs/tabs";
import * as messages from "./messages";

export interface PaletteItem {
  /** What is looked for and shown. */
  readonly text: string;
  /** What choosing it does, where that does not go without saying. */
  readonly hint: string;
  /** Further words for it, by which it is found too. */
  readonly words?: readonly string[] | undefined;
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
const comparison = urlText("comparison");

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

/** Tags that TensorBoard's plugins log for themselves, which users do not look for. */
const OF_PLUGINS = /^(_hparams_\/|custom_scalars__config__$)/;

const tagItems = computed(() =>
  (tags.data.value?.tags ?? [])
    .filter(({ tag }) => !OF_PLUGINS.test(tag))
    .map(({ tag, kind }) => ({
      text: tag,
      hint: kind,
      run: () => showTag(kind, tag),
    })),
);

const VIEWS: PaletteItem = {
  text: messages.savedViews,
  hint: shortcutGroups.everywhere,
  run: () => toggleDialog("views"),
};

/** The runs shown side by side; a view of the Runs tab. */
const COMPARE: PaletteItem = {
  text: messages.compareRuns,
  hint: shortcutGroups.everywhere,
  words: messages.compareWords,
  run: () => {
    comparison.value ||= "columns";
    openTab("runs");
  },
};

/** Only a server has the guide. */
const GUIDE: readonly PaletteItem[] = !isServed
  ? []
  : [
      {
        text: messages.openGuide,
        hint: shortcutGroups.everywhere,
        words: messages.guideWords,
        run: () => window.open(guideTopic(activeTab.peek()?.id ?? null), "_blank", "noopener"),
      },
    ];

const notificationItems = computed((): readonly PaletteItem[] =>
  canNotify
    ? [
        {
          text: notifies.value ? messages.stopNotifying : messages.notify,
          hint: shortcutGroups.everywhere,
          words: messages.notifyWords,
          run: toggleNotifications,
        },
      ]
    : [],
);

const themeItems: readonly PaletteItem[] = THEMES.map((theme) => ({
  text: messages.themeNames[theme],
  hint: shortcutGroups.everywhere,
  run: () => chooseTheme(theme),
}));

/** What has a key, but for what opens the palette and closes it, and the tabs, which are above. */
const keyedItems = computed((): PaletteItem[] => {
  // Cards of one kind add the same keys.
  const own = shortcuts.value.filter(({ isLike }) => isLike === undefined);
  const latest = new Map(own.map((shortcut) => [`${shortcut.group} ${shortcut.keys}`, shortcut]));
  return [...latest.values()]
    .filter(({ keys, group }) => keys !== "Ctrl+k" && keys !== "Escape" && group !== "tabs")
    .map(({ label, group, keys, run }) => ({
      text: label,
      hint: shortcutGroups[group],
      words: messages.wordsOfKeys[keys],
      keys,
      run,
    }));
});

const actionItems = computed(() => [
  ...keyedItems.value,
  VIEWS,
  COMPARE,
  ...GUIDE,
  ...notificationItems.value,
  ...themeItems,
  ...offers.value.flatMap((offer) => offer()),
]);

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

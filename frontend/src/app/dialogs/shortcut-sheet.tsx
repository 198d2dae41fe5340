/** The keys that exist on the page as it is now, and the guide's page about the tab in view. */
import { keyCaps } from "../../lib/browser/key-chord";
import { isServed } from "../../state/base/boot";
import { shortcutGroups } from "../../state/messages";
import { closeDialog, openDialog } from "../../state/shell/dialogs";
import {
  characterKeys,
  type Shortcut,
  type ShortcutGroup,
  shortcuts,
} from "../../state/shell/shortcuts";
import { Checkbox } from "../../ui/controls/checkbox";
import { Dialog } from "../../ui/popover/dialog";
import * as messages from "../messages";
import { activeTab } from "../tabs/open-tab";
import { guideTopic } from "./guide-topics";
import * as lateMessages from "./messages";
import "./shortcut-sheet.css";

function Keys({ keys }: { keys: string }) {
  return (
    <span class="app-keys">
      {keyCaps(keys).map((caps) => (
        <span key={caps.join("+")}>
          {caps.map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

const FIRST: readonly ShortcutGroup[] = ["everywhere", "tabs"];

/** What works everywhere comes first, and then each view's own. */
function grouped(all: readonly Shortcut[]): [ShortcutGroup, Shortcut[]][] {
  const groups = new Map<ShortcutGroup, Shortcut[]>(FIRST.map((group) => [group, []]));
  for (const shortcut of all) {
    if (shortcut.isLike !== undefined) continue;
    const group = groups.get(shortcut.group) ?? [];
    group.push(shortcut);
    groups.set(shortcut.group, group);
  }
  return [...groups];
}

function Group({ group, rows }: { group: ShortcutGroup; rows: readonly Shortcut[] }) {
  return (
    <section>
      <h3>{shortcutGroups[group]}</h3>
      <dl>
        {rows.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Has the focus at first: `?` and Enter lead to the guide, which only a server has. */
function GuideLink() {
  if (!isServed) return null;
  const tab = activeTab.value;
  return (
    <p>
      <a
        class="ui-link"
        href={guideTopic(tab?.id ?? null)}
        target="_blank"
        rel="noopener"
        // biome-ignore lint/a11y/noAutofocus: the dialog would focus the button that closes it.
        autoFocus
      >
        {tab === null ? messages.guide : lateMessages.guideTo(tab.title)}
      </a>
    </p>
  );
}

export function ShortcutSheet() {
  return (
    <Dialog
      title={messages.keyboardShortcuts}
      class="app-key-sheet"
      isOpen={openDialog.value === "keys"}
      onClose={closeDialog}
    >
      <GuideLink />
      <div class="app-key-groups">
        {grouped(shortcuts.value).map(([group, rows]) => (
          <Group key={group} group={group} rows={rows} />
        ))}
      </div>
      <Checkbox
        label={messages.singleKeyShortcuts}
        checked={characterKeys.value}
        onChange={(checked) => {
          characterKeys.value = checked;
        }}
      />
    </Dialog>
  );
}

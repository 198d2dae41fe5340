/** The keys that exist on the page as it is now. */
import { useEffect, useRef } from "preact/hooks";
import { keyCaps } from "../lib/key-chord";
import { characterKeys, modalOpen, type Shortcut, shortcuts } from "../state/shortcuts";
import { IconButton } from "../ui/button";
import "./shortcut-sheet.css";

export function toggleSheet(): void {
  modalOpen.value = !modalOpen.peek();
}

function Keys({ keys }: { keys: string }) {
  return (
    <span class="keys">
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

function grouped(all: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Shortcut[]>();
  for (const shortcut of all) {
    const group = groups.get(shortcut.group) ?? [];
    group.push(shortcut);
    groups.set(shortcut.group, group);
  }
  return [...groups];
}

function Group({ title, rows }: { title: string; rows: readonly Shortcut[] }) {
  return (
    <section>
      <h3>{title}</h3>
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

function close(): void {
  modalOpen.value = false;
}

export function ShortcutSheet() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = modalOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog class="key-sheet" ref={dialog} onClose={close} aria-label="Keys">
      <header>
        <h2>Keys</h2>
        <IconButton icon="close" label="Close" shortcut="Esc" onClick={close} />
      </header>
      <div class="key-groups">
        {grouped(shortcuts.value).map(([title, rows]) => (
          <Group key={title} title={title} rows={rows} />
        ))}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={characterKeys.value}
          onChange={(change) => {
            characterKeys.value = change.currentTarget.checked;
          }}
        />
        Use keys that type a character
      </label>
    </dialog>
  );
}

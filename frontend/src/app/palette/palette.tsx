/** Runs, tags, nodes, views and actions by their names: type some of it, choose with the arrows. */
import { computed, signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { keyCaps } from "../../lib/browser/key-chord";
import { fuzzyBest } from "../../lib/filter/fuzzy-match";
import { loadViews } from "../../state/address/saved-views";
import { closeDialog, openDialog } from "../../state/shell/dialogs";
import { Dialog } from "../../ui/popover/dialog";
import * as messages from "./messages";
import { nodeItems, requestNodes } from "./node-items";
import { groups, type PaletteItem, saveItem, tags } from "./palette-items";
import { takeTyped } from "./typed-ahead";
import "./palette.css";

/** Rows of each group: of more, typing on finds what is wanted sooner than reading. */
const MAX_ROWS = 7;

interface FoundGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
  readonly total: number;
}

const NOTHING_FOUND = messages.noResults;

const typed = signal("");

/** The groups that are known here; of what was typed those first whose best item answers best. */
const knownGroups = computed((): FoundGroup[] => {
  const known = groups.value.map(({ title, items }) => {
    const namesOf = ({ text, words = [] }: PaletteItem) => [text, ...words];
    const { best, total, score } = fuzzyBest(typed.value, items, namesOf, MAX_ROWS);
    return { title, items: best, total, score };
  });
  return typed.value.trim() === "" ? known : known.sort((one, other) => other.score - one.score);
});

const found = computed((): FoundGroup[] => {
  const all = [...knownGroups.value, { title: messages.nodes, ...nodeItems.value }];
  if (typed.value.trim() !== "") {
    all.push({ title: messages.save, items: [saveItem(typed.value)], total: 1 });
  }
  return all.filter(({ items }) => items.length > 0);
});

const flat = computed(() => found.value.flatMap(({ items }) => items));

function choose(item: PaletteItem | undefined): void {
  if (item === undefined) return;
  // First closed: what is chosen may open another dialog, or take the focus.
  closeDialog();
  item.run();
}

function Keys({ keys }: { keys: string }) {
  const text = keyCaps(keys).map((caps) => caps.join("+"));
  return <kbd>{text.join(" ")}</kbd>;
}

interface RowProps {
  readonly item: PaletteItem;
  readonly at: number;
  readonly isActive: boolean;
  readonly onPoint: () => void;
}

function Row({ item, at, isActive, onPoint }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and Enter chooses.
    <div
      ref={row}
      id={`palette-${at}`}
      class="app-palette-row"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={() => choose(item)}
    >
      <span class="app-palette-text">{item.text}</span>
      <span class="app-palette-hint">{item.hint}</span>
      {item.keys !== undefined && <Keys keys={item.keys} />}
    </div>
  );
}

interface GroupProps {
  readonly group: FoundGroup;
  readonly first: number;
  readonly active: number;
  readonly onPoint: (at: number) => void;
}

function Group({ group, first, active, onPoint }: GroupProps) {
  const { title, items, total } = group;
  const more = total - items.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options.
    <div role="group" aria-label={title}>
      <p class="app-palette-title" aria-hidden="true">
        {title}
        {more > 0 && <span>{messages.moreMatches(more)}</span>}
      </p>
      {items.map((item, index) => (
        <Row
          key={`${item.text} ${item.hint}`}
          item={item}
          at={first + index}
          isActive={first + index === active}
          onPoint={() => onPoint(first + index)}
        />
      ))}
    </div>
  );
}

function Rows({ active, onPoint }: { active: number; onPoint: (at: number) => void }) {
  let first = 0;
  return (
    <div class="app-palette-rows" role="listbox" id="palette-rows" aria-label={messages.results}>
      {found.value.map((group) => {
        const at = first;
        first += group.items.length;
        return (
          <Group key={group.title} group={group} first={at} active={active} onPoint={onPoint} />
        );
      })}
      {flat.value.length === 0 && (
        <p class="app-palette-title" aria-hidden="true">
          {NOTHING_FOUND}
        </p>
      )}
    </div>
  );
}

/** How many there are, read aloud: the field has the focus, and the rows change beside it. */
function Count() {
  const all = found.value.reduce((sum, { total }) => sum + total, 0);
  const listed = flat.value.length;
  return (
    <p class="ui-visually-hidden" role="status">
      {all === 0
        ? NOTHING_FOUND
        : all > listed
          ? messages.someFound(listed, all)
          : messages.allFound(all)}
    </p>
  );
}

function Content() {
  const active = useSignal(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    typed.value = takeTyped();
    requestNodes(typed.peek(), MAX_ROWS);
    const stopFollowing = tags.follow();
    void loadViews();
    field.current?.focus();
    return stopFollowing;
  }, []);
  const count = flat.value.length;
  const at = Math.min(active.value, Math.max(0, count - 1));
  const move = (by: number): void => {
    if (count > 0) active.value = (at + by + count) % count;
  };
  const handleKey = (press: KeyboardEvent): void => {
    if (press.isComposing) return;
    if (press.key === "ArrowDown") move(1);
    else if (press.key === "ArrowUp") move(-1);
    else if (press.key === "Enter") choose(flat.peek()[at]);
    else return;
    press.preventDefault();
  };
  return (
    <>
      <input
        ref={field}
        class="app-palette-field"
        type="text"
        role="combobox"
        spellcheck={false}
        autocomplete="off"
        placeholder={messages.placeholder}
        aria-label={messages.fieldLabel}
        aria-expanded="true"
        aria-controls="palette-rows"
        aria-activedescendant={count > 0 ? `palette-${at}` : undefined}
        value={typed.value}
        onInput={(input) => {
          typed.value = input.currentTarget.value;
          active.value = 0;
          requestNodes(typed.peek(), MAX_ROWS);
        }}
        onKeyDown={handleKey}
      />
      <Count />
      <Rows
        active={at}
        onPoint={(to) => {
          active.value = to;
        }}
      />
    </>
  );
}

export function Palette() {
  return (
    <Dialog
      title={messages.title}
      class="app-palette"
      isBare
      isOpen={openDialog.value === "palette"}
      onClose={closeDialog}
    >
      <Content />
    </Dialog>
  );
}

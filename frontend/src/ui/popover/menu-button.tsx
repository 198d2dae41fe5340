/**
 * A button that drops a menu, with the keys that menus have: arrows, Home, End, letters, Escape.
 *
 * What is in it are `MenuItem`s, `MenuRadio`s, `MenuCheck`s and `MenuGroup`s around them. Choosing
 * an item closes the menu and hands the focus back to the button; radios and checks leave it open.
 */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon, type IconName } from "../controls/icon";
import { type LoadContent, useLateOpen } from "./late-open";
import { itemsOf, pressMenu, TypeAhead, whenPressedOutside } from "./menu-keys";
import { keepBeside } from "./position";
import "./menu.css";

interface MenuButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** The key that opens it, shown on hover. */
  readonly shortcut?: string;
  /** Given by an owner that opens it otherwise too. */
  readonly isOpen?: Signal<boolean>;
  /** Without its text, where there is little room. */
  readonly isCompact?: boolean;
  /** That it exports a card, or all of the tab, which a key does too. */
  readonly exports?: "card" | "tab";
  /** Fetches the code of the items, null once it is there: the menu is open when it has come. */
  readonly load?: LoadContent;
  readonly children: ComponentChildren;
}

export function MenuButton(props: MenuButtonProps) {
  const { icon, label, shortcut, isOpen, isCompact = false, exports, load, children } = props;
  const own = useSignal(false);
  const wanted = isOpen ?? own;
  const open = useLateOpen(wanted, load);
  const root = useRef<HTMLDivElement>(null);
  const typing = useRef(new TypeAhead());
  const id = useId();
  const close = (focusButton: boolean): void => {
    wanted.value = false;
    if (focusButton) root.current?.querySelector("button")?.focus();
  };
  useEffect(() => {
    const menu = root.current?.querySelector<HTMLElement>("[role=menu]");
    const button = root.current?.querySelector("button");
    if (!open.value || !menu || !button) return;
    const stops = [
      keepBeside(menu, button, "end"),
      whenPressedOutside(root.current, () => close(false)),
    ];
    itemsOf(root.current)[0]?.focus();
    return () => {
      for (const stop of stops) stop();
    };
  }, [open.value]);
  return (
    <div class="ui-menu-root" ref={root}>
      <button
        type="button"
        class={isCompact ? "ui-icon-button ui-menu-button" : "ui-button quiet ui-menu-button"}
        aria-haspopup="menu"
        aria-expanded={open.value}
        aria-controls={open.value ? id : undefined}
        data-tooltip={shortcut === undefined ? label : `${label} (${shortcut})`}
        aria-label={label}
        data-exports={exports}
        onClick={() => {
          wanted.value = !wanted.value;
        }}
      >
        <Icon name={icon} />
        {!isCompact && <span class="ui-menu-button-text">{label}</span>}
        {!isCompact && <Icon name="chevron-down" size={12} />}
      </button>
      {open.value && (
        <div
          class="ui-menu dropped"
          role="menu"
          popover="manual"
          id={id}
          aria-label={label}
          onKeyDown={(press) => pressMenu(press, root.current, typing.current, close)}
          // Before the item's action: what it opens takes the focus, and returns it to the button.
          onClickCapture={({ target }) => {
            if (isItem(target)) root.current?.querySelector("button")?.focus();
          }}
          onClick={({ target }) => {
            if (isItem(target)) close(false);
          }}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** Whether a press was on an item that closes the menu. */
export function isItem(target: EventTarget | null): boolean {
  return (target as Element).closest("[role=menuitem]:not([aria-disabled=true])") !== null;
}

/** Properties of an item that has the focus but cannot be chosen: readers come by and say so. */
function chosenUnless(disabled: boolean | undefined, onChoose: () => void) {
  return disabled ? { "aria-disabled": true } : { onClick: onChoose };
}

interface MenuItemProps {
  readonly onChoose: () => void;
  readonly children: ComponentChildren;
  /** The key that does the same. */
  readonly shortcut?: string;
  readonly disabled?: boolean;
  /** Whether it leads to the page on show. */
  readonly isCurrent?: boolean;
}

export function MenuItem({ onChoose, children, shortcut, disabled, isCurrent }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      aria-current={isCurrent ? "page" : undefined}
      tabIndex={-1}
      {...chosenUnless(disabled, onChoose)}
    >
      {children}
      {shortcut !== undefined && <kbd>{shortcut}</kbd>}
    </button>
  );
}

interface MenuRadioProps extends Pick<MenuItemProps, "onChoose" | "children" | "disabled"> {
  readonly isChosen: boolean;
}

export function MenuRadio({ onChoose, children, disabled, isChosen }: MenuRadioProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      {...chosenUnless(disabled, onChoose)}
    >
      {children}
    </button>
  );
}

interface MenuCheckProps extends Pick<MenuItemProps, "onChoose" | "children" | "shortcut"> {
  readonly isOn: boolean;
}

/** A switch, which leaves the menu open. */
export function MenuCheck({ onChoose, children, shortcut, isOn }: MenuCheckProps) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={isOn}
      tabIndex={-1}
      onClick={onChoose}
    >
      {children}
      {shortcut !== undefined && <kbd>{shortcut}</kbd>}
    </button>
  );
}

interface MenuGroupProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

export function MenuGroup({ title, children }: MenuGroupProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div role="group" aria-labelledby={id} class="ui-menu-group">
      <p id={id}>{title}</p>
      <div>{children}</div>
    </div>
  );
}

/** A menu at a point of the window, for what is there; the focus goes back to where it was. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isItem } from "./menu-button";
import { itemsOf, pressMenu, TypeAhead, whenPressedOutside } from "./menu-keys";
import { besidePoint, moveTo, pageSize } from "./position";
import "./menu.css";

interface PopupMenuProps {
  readonly label: string;
  /** Where the menu was requested, in the window. */
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function ContextMenu({ label, x, y, onClose, children }: PopupMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const typing = useRef(new TypeAhead());
  useLayoutEffect(() => {
    const before = document.activeElement;
    const { current } = menu;
    if (current === null) return;
    moveTo(current, besidePoint(x, y, current.getBoundingClientRect(), pageSize()));
    itemsOf(current)[0]?.focus();
    const stop = whenPressedOutside(current, onClose);
    return () => {
      stop();
      // An element that took the focus meanwhile, by a press or for typing, retains it.
      const hasFocus = current.contains(document.activeElement);
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if ((hasFocus || isLost) && before instanceof HTMLElement) before.focus();
    };
  }, [x, y]);
  return (
    <div
      ref={menu}
      class="ui-menu ui-context-menu"
      role="menu"
      aria-label={label}
      onKeyDown={(press) => {
        if (press.key === "Tab") onClose();
        pressMenu(press, menu.current, typing.current, onClose);
      }}
      onContextMenu={(input) => input.preventDefault()}
      onClick={({ target }) => {
        if (isItem(target)) onClose();
      }}
    >
      {children}
    </div>
  );
}

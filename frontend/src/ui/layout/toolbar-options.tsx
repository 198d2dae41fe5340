/**
 * Controls of a toolbar that stand in its row where all of it fits, else in a panel behind a button,
 * so that what is below never moves. They are the same elements in both places.
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../controls/icon";
import * as messages from "../messages";
import { whenPressedOutside } from "../popover/menu-keys";
import { keepBeside } from "../popover/position";
import { foldToFit } from "./fold-to-fit";

export function ToolbarOptions({ children }: { readonly children: ComponentChildren }) {
  const isOpen = useSignal(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!root.current?.parentElement || !button.current || !panel.current) return;
    // An open panel stays where it is, whatever changes in it.
    if (!isOpen.value) return foldToFit(root.current.parentElement, panel.current);
    const dropped = panel.current;
    const stops = [
      keepBeside(dropped, button.current, "end"),
      whenPressedOutside(root.current, () => {
        isOpen.value = false;
      }),
      () => dropped.hidePopover(),
    ];
    dropped.focus();
    return () => {
      for (const stop of stops) stop();
    };
  }, [isOpen.value]);
  const handleEscape = (press: KeyboardEvent): void => {
    if (press.key !== "Escape" || press.defaultPrevented || !isOpen.value) return;
    press.preventDefault();
    press.stopPropagation();
    isOpen.value = false;
    button.current?.focus();
  };
  return (
    <div class="ui-toolbar-foldable" ref={root}>
      <button
        type="button"
        class="ui-button quiet ui-toolbar-fold"
        ref={button}
        aria-expanded={isOpen.value}
        aria-label={messages.toolbarOptions}
        data-tooltip={messages.toolbarOptions}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name="sliders" />
        <span class="ui-menu-button-text">{messages.toolbarOptions}</span>
        <Icon name="chevron-down" size={12} />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have a box in the row */}
      <div
        class="ui-toolbar-options"
        role="group"
        aria-label={messages.toolbarOptions}
        popover="manual"
        tabIndex={-1}
        ref={panel}
        onKeyDown={handleEscape}
      >
        {children}
      </div>
    </div>
  );
}

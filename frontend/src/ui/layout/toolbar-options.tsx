/**
 * Controls of a toolbar that stand in its row where all of it fits, else in a panel behind a button,
 * so that what is below never moves. They are the same elements in both places.
 */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../controls/icon";
import * as messages from "../messages";
import { keepDropped } from "../popover/keep-dropped";
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
    const close = (): void => {
      isOpen.value = false;
    };
    const stop = keepDropped({
      panel: dropped,
      button: button.current,
      root: root.current,
      align: "end",
      close,
    });
    dropped.focus();
    return () => {
      stop();
      dropped.hidePopover();
    };
  }, [isOpen.value]);
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
      >
        {children}
      </div>
    </div>
  );
}

/** A button that drops a panel of anything: Escape or a press outside closes it. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon, type IconName } from "../controls/icon";
import { keepDropped } from "./keep-dropped";
import { type LoadContent, useLateOpen } from "./late-open";
import "./popover-panel.css";

interface DropPanelProps {
  readonly icon: IconName;
  /** What the panel is called; what the button says, unless there is a `text`. */
  readonly label: string;
  /** What the button says of the present state, which it shortens where there is little room. */
  readonly text?: string;
  /** What explains the text; the text itself by default. */
  readonly tooltip?: string;
  /** Given by an owner that closes it otherwise too. */
  readonly isOpen?: Signal<boolean>;
  /** Fetches the code of the content, null once it is there: the panel is open when it has come. */
  readonly load?: LoadContent;
  readonly children: ComponentChildren;
}

export function PopoverPanel({
  icon,
  label,
  text,
  tooltip,
  isOpen,
  load,
  children,
}: DropPanelProps) {
  const own = useSignal(false);
  const wanted = isOpen ?? own;
  const open = useLateOpen(wanted, load);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const button = root.current?.querySelector("button");
    if (!open.value || !root.current || !panel.current || !button) return;
    const close = (): void => {
      wanted.value = false;
    };
    const stop = keepDropped({
      panel: panel.current,
      button,
      root: root.current,
      align: "start",
      close,
    });
    (panel.current.querySelector("input") ?? panel.current).focus();
    return stop;
  }, [open.value]);
  return (
    <div class="ui-popover-root" ref={root}>
      <button
        type="button"
        class="ui-button quiet"
        aria-haspopup="dialog"
        aria-expanded={open.value}
        aria-controls={open.value ? id : undefined}
        aria-label={text === undefined ? undefined : `${label}: ${text}`}
        data-tooltip={tooltip ?? text}
        onClick={() => {
          wanted.value = !wanted.value;
        }}
      >
        <Icon name={icon} />
        {text === undefined ? label : <span class="graph-drop-text">{text}</span>}
        <Icon name="chevron-down" size={12} />
      </button>
      {open.value && (
        <div
          id={id}
          class="ui-popover-panel"
          role="dialog"
          aria-label={label}
          popover="manual"
          tabIndex={-1}
          ref={panel}
        >
          {children}
        </div>
      )}
    </div>
  );
}

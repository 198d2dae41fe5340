import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon";
import "./button.css";

interface ButtonProps {
  children: ComponentChildren;
  onClick: () => void;
  icon?: IconName;
  /** `quiet` has no border until pointed at; `primary` is the one expected next step. */
  look?: "plain" | "quiet" | "primary";
  disabled?: boolean;
  /** What it does, where its text does not say all of it. */
  tooltip?: string | undefined;
  /** Set for a switch: whether it is on. */
  pressed?: boolean;
}

export function Button(props: ButtonProps) {
  const { children, onClick, icon, look = "plain", disabled, tooltip, pressed } = props;
  return (
    <button
      type="button"
      class={`ui-button ${look}`}
      aria-pressed={pressed}
      onClick={onClick}
      disabled={disabled ?? false}
      data-tooltip={tooltip}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps {
  icon: IconName;
  /** What the button does; shown on hover and read aloud. */
  label: string;
  onClick: () => void;
  /** Set for a switch: whether it is on. */
  pressed?: boolean;
  disabled?: boolean;
  /** The key that does the same, shown on hover. */
  shortcut?: string;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, onClick, pressed, disabled, shortcut } = props;
  return (
    <button
      type="button"
      class="ui-icon-button"
      aria-label={label}
      aria-pressed={pressed}
      data-tooltip={shortcut === undefined ? label : `${label} (${shortcut})`}
      onClick={onClick}
      disabled={disabled ?? false}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A panel that a button drops: beside it until Escape, or something outside, closes it. */
import { whenPressedOutside } from "./menu-keys";
import { type Align, keepBeside } from "./position";

interface Dropped {
  readonly panel: HTMLElement;
  readonly button: HTMLElement;
  /** Holds both: a press or the focus outside of it closes the panel. */
  readonly root: HTMLElement;
  readonly align: Align;
  readonly close: () => void;
}

/** Shows the panel; returns how to stop. Escape gives the focus back to the button. */
export function keepDropped({ panel, button, root, align, close }: Dropped): () => void {
  const leave = (press: KeyboardEvent): void => {
    if (press.key !== "Escape" || press.defaultPrevented) return;
    press.preventDefault();
    press.stopPropagation();
    close();
    button.focus();
  };
  panel.addEventListener("keydown", leave);
  const stops = [
    keepBeside(panel, button, align),
    whenPressedOutside(root, close),
    () => panel.removeEventListener("keydown", leave),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

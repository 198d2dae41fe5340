/** What is typed while the palette's code is on its way: there is no field for it yet. */
import { firstCharacters } from "../../lib/format/characters";

let typed = "";
let letGo: (() => void) | null = null;

/** Keeps letters from the page, where they are shortcuts, until the field takes them. */
export function keepKeys(close: () => void): void {
  forgetKeys();
  const keep = (press: KeyboardEvent): void => {
    if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return;
    if (press.key === "Escape") close();
    else if (press.key === "Backspace") typed = firstCharacters(typed, typed.length - 1);
    else if (press.key.length === 1) typed += press.key;
    else return;
    press.preventDefault();
    press.stopPropagation();
  };
  window.addEventListener("keydown", keep, { capture: true });
  letGo = () => window.removeEventListener("keydown", keep, { capture: true });
}

/** What was typed; from now on the page has its keys again. */
export function takeTyped(): string {
  const text = typed;
  forgetKeys();
  return text;
}

/** The palette was closed before it was there. */
export function forgetKeys(): void {
  typed = "";
  letGo?.();
  letGo = null;
}

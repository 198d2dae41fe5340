/** What is typed while the palette's code is on its way: there is no field for it yet. */

let typed = "";

/** Keeps keys from the page, where letters are shortcuts, until the function returned is called. */
export function keepKeys(close: () => void): () => void {
  typed = "";
  const keep = (press: KeyboardEvent): void => {
    if (press.ctrlKey || press.metaKey || press.altKey) return;
    if (press.key === "Escape") close();
    else if (press.key === "Backspace") typed = typed.slice(0, -1);
    else if (press.key.length === 1) typed += press.key;
    press.preventDefault();
    press.stopPropagation();
  };
  window.addEventListener("keydown", keep, { capture: true });
  return () => window.removeEventListener("keydown", keep, { capture: true });
}

/** What was typed, once. */
export function takeTyped(): string {
  const text = typed;
  typed = "";
  return text;
}

/** Presses a key again that was held: for the page's own keys, and as a browser does in a field. */
import { isTextField } from "../../lib/browser/text-field";

/**
 * Presses it where it was pressed, or where a key before it has moved the focus to; `focused` had it
 * before the first was pressed again. A field that the viewer chose meanwhile gets none of them.
 */
export function pressAgain(press: KeyboardEvent, focused: Element | null): void {
  const { activeElement } = document;
  const pressed = activeElement === focused ? press.target : activeElement;
  const target = pressed instanceof Element && pressed.isConnected ? pressed : document.body;
  const isFree = target.dispatchEvent(new KeyboardEvent("keydown", press));
  if (isFree && isTextField(target)) edit(target, press);
}

/** Does what the browser does in a field with a key that a person presses. */
function edit(field: HTMLInputElement | HTMLTextAreaElement, press: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = press;
  const erases = key === "Backspace";
  // Control with Alt types characters on many keyboards.
  if (metaKey || (ctrlKey && !altKey)) {
    if (key === "a") field.select();
  } else if (erases || key.length === 1) {
    const end = field.selectionEnd ?? 0;
    const start = field.selectionStart ?? 0;
    const data = erases ? "" : key;
    field.setRangeText(data, erases && start === end && end > 0 ? end - 1 : start, end, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, data }));
  }
}

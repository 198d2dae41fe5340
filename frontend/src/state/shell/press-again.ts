/** Presses a key again that was held: for the page's own keys, and as a browser does in a field. */
import { isTextField } from "../../lib/browser/text-field";

export function pressAgain(press: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
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

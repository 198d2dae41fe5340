/** For pages that are not served securely, where the clipboard's own interface is missing. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "ui-visually-hidden";
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

/** Puts a text on the clipboard; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Missing on a page that is not served securely, whatever the types say.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
    return navigator.clipboard === undefined ? copyBySelection(text) : true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copying the address of the view. */
import { say } from "../state/notice";
import { viewUrl } from "../state/url";

/** For pages that are not served securely, where the clipboard's own interface is missing. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

async function copy(text: string): Promise<boolean> {
  try {
    // Missing on a page that is not served securely, whatever the types say.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
    return navigator.clipboard === undefined ? copyBySelection(text) : true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies a link to the view as it is now and says so. */
export async function copyLink(): Promise<void> {
  const copied = await copy(viewUrl());
  say(copied ? "Link copied" : "The browser refused to copy: take the link from its address bar");
}

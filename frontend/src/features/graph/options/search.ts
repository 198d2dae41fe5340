/** What is searched for, which is in the address, and whether the search is on the page. */
import { signal } from "@preact/signals";
import { urlText } from "../../../state/address/url-state";

export const findText = urlText("find");

/** Whether the search is on the page; a link that searches for something opens it. */
export const isFindOpen = signal(findText.peek() !== "");

/** Grows whenever the field is to have the focus. */
export const findFocus = signal(0);

export function openFind(): void {
  isFindOpen.value = true;
  findFocus.value++;
}

export function closeFind(): void {
  isFindOpen.value = false;
  findText.value = "";
}

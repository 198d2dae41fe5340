/** What is searched for, and whether the search is on the page. */
import { type Signal, signal } from "@preact/signals";
import type { OptionStore } from "./option-store";

export class SearchOptions {
  readonly text: Signal<string>;
  /** Whether the search is on the page; a link that searches for something opens it. */
  readonly isOpen: Signal<boolean>;
  /** Grows with each request to focus the field. */
  readonly focusRequests = signal(0);

  constructor(store: OptionStore) {
    this.text = store.text("find");
    this.isOpen = signal(this.text.peek() !== "");
  }

  open(): void {
    this.isOpen.value = true;
    this.focusRequests.value++;
  }

  /** Opens the search with a text. */
  find(text: string): void {
    this.text.value = text;
    this.open();
  }

  close(): void {
    this.isOpen.value = false;
    this.text.value = "";
  }
}

/** A word on what has just been done, where nothing else on the page shows it. */
import { signal } from "@preact/signals";

const SHOWN_MS = 2500;

export const notice = signal("");

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says it for a moment, longer for more than a few words, in place of what was said before. */
export function say(text: string, shownMs: number = SHOWN_MS): void {
  clearTimeout(timer);
  notice.value = text;
  timer = setTimeout(() => {
    notice.value = "";
  }, shownMs);
}

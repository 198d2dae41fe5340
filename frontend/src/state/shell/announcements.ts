/** What a screen reader says about changes that only eyes would notice otherwise. */
import { type ReadonlySignal, signal } from "@preact/signals";

/** How long a text stays in the document, where a reader would find it later out of place. */
const STAYS_MS = 5000;

const text = signal("");
export const announcement: ReadonlySignal<string> = text;

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Says a text when the reader has come to the end of the one before. */
export function announce(next: string): void {
  clearTimeout(clearing);
  text.value = next;
  clearing = setTimeout(() => {
    text.value = "";
  }, STAYS_MS);
}

/** How often a key went to another step; what shows values at the step says them then. */
export const keySteps = signal(0);

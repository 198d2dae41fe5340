/** Whether the viewer is notified of what happens to runs while the page is out of sight. */
import { preference } from "./local-preference";

export const notifies = preference<boolean>("notify", false);

/** Whether nothing on the page is to follow the log: it is out of sight, and no one is notified. */
export function isUnwatched(): boolean {
  return document.hidden && !notifies.peek();
}

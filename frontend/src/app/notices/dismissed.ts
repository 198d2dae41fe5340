/** The server's notices that the viewer has dismissed; a changed notice is shown again. */
import type { ServerNotice } from "../../api/types";

/** Notices by what they say. */
export type Dismissed = ReadonlySet<string>;

export const NONE_DISMISSED: Dismissed = new Set();

function keyOf({ kind, message }: ServerNotice): string {
  return `${kind}\n${message}`;
}

export function dismiss(dismissed: Dismissed, notice: ServerNotice): Dismissed {
  return new Set([...dismissed, keyOf(notice)]);
}

export function notDismissed(notices: readonly ServerNotice[], dismissed: Dismissed) {
  return notices.filter((notice) => !dismissed.has(keyOf(notice)));
}

/** Forgets what the server no longer says, so that it is shown when it says it again. */
export function stillDismissed(notices: readonly ServerNotice[], dismissed: Dismissed): Dismissed {
  const present = new Set(notices.map(keyOf));
  const still = [...dismissed].filter((key) => present.has(key));
  return still.length === dismissed.size ? dismissed : new Set(still);
}

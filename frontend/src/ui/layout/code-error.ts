/** Why the code of a part of the page is not there, in words for the viewer. */
import * as messages from "../messages";

/** As Chromium, Firefox, Safari and the loader of Vite begin or go on. */
const NOT_FETCHED = /\b(fetch|load|preload|import)/i;

/** The browser's reason, which names a file of ours, is the cause, for the details. */
export function codeError(reason: unknown): Error {
  const cause = reason instanceof Error ? reason : new Error(String(reason));
  return NOT_FETCHED.test(cause.message) ? new Error(messages.codeNotFetched, { cause }) : cause;
}

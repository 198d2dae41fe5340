/** Copying the address of a view. */
import { copyText } from "../../lib/browser/clipboard";
import { showToast } from "../base/toasts";
import * as messages from "../messages";
import { linkTo, viewSearch } from "./url-state";

const TOO_LONG = messages.linkTooLong;
const REFUSED = messages.linkNotCopied;

/** Copies a link to a view, without one to that which is shown, and says so. */
export async function copyLink(search: string = viewSearch()): Promise<void> {
  const { url, isWhole } = await linkTo(search);
  if (!(await copyText(url))) showToast(REFUSED);
  else if (isWhole) showToast(messages.linkCopied);
  else showToast(TOO_LONG, 6000);
}

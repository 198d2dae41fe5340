/** Copying the address of a view. */
import { copyText } from "../../lib/browser/clipboard";
import { say } from "../base/toasts";
import { linkTo, viewSearch } from "./url-state";

const TOO_LONG = "This view is too long for a link, and the server keeps none: the link is a part";
const REFUSED = "The browser refused to copy: take the link from its address bar";

/** Copies a link to a view, without one to that which is shown, and says so. */
export async function copyLink(search: string = viewSearch()): Promise<void> {
  const { url, isWhole } = await linkTo(search);
  if (!(await copyText(url))) say(REFUSED);
  else if (isWhole) say("Link copied");
  else say(TOO_LONG, 6000);
}

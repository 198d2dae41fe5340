/** Copying the address of the view. */
import { copyText } from "../lib/copy-text";
import { say } from "../state/notice";
import { viewUrl } from "../state/url";

/** Copies a link to the view as it is now and says so. */
export async function copyLink(): Promise<void> {
  const copied = await copyText(viewUrl());
  say(copied ? "Link copied" : "The browser refused to copy: take the link from its address bar");
}

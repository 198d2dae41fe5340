/**
 * What component tests need besides a document: each renders on a page of its own, and the parts of
 * browsers that happy-dom leaves out.
 */
import { cleanup } from "@testing-library/preact";
import { afterEach } from "vitest";

afterEach(cleanup);

// Without a layout nothing is on top of anything: a popover is open or not.
const { prototype } = HTMLElement;
prototype.showPopover ??= function showPopover() {
  this.toggleAttribute("data-popover-open", true);
};
prototype.hidePopover ??= function hidePopover() {
  this.toggleAttribute("data-popover-open", false);
};

/**
 * What component tests need besides a document: each renders on a page of its own, and the parts of
 * browsers that happy-dom leaves out.
 */
import { cleanup, configure } from "@testing-library/preact";
import { afterAll, afterEach, vi } from "vitest";

afterEach(cleanup);
// Prototypes of elements are those of the next file in this process, too.
afterAll(() => void vi.restoreAllMocks());
afterAll(() => void vi.unstubAllGlobals());
configure({ asyncUtilTimeout: 100_000 }); // a second is short on a busy machine

// Without a layout nothing is on top of anything: a popover is open or not.
const { prototype } = HTMLElement;
prototype.showPopover ??= function showPopover() {
  this.toggleAttribute("data-popover-open", true);
};
prototype.hidePopover ??= function hidePopover() {
  this.toggleAttribute("data-popover-open", false);
};

/**
 * Words for what the pointer is on and keys have led to, whose code comes with the first of them at
 * the latest.
 */
import { lazyPart } from "../../../ui/layout/lazy-part";

export const HoverTip = lazyPart(async () => (await import("./hover-tip")).HoverTip);

export const SelectedNode = lazyPart(async () => (await import("./selected-node")).SelectedNode);

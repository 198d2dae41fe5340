/** Words for what the pointer is on, whose code comes with the first of them at the latest. */
import { lazyPart } from "../../../ui/layout/lazy-part";

export const HoverTip = lazyPart(async () => (await import("./hover-tip")).HoverTip);

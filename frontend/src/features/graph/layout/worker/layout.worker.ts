import { type Channel, serveLayouts } from "./layout-server";

// The compiler takes this file for page code, where `self` is a window.
serveLayouts(self as unknown as Channel);

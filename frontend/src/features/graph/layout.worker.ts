import { type Channel, serveLayouts } from "./layout/serve";

// The compiler takes this file for page code, where `self` is a window.
serveLayouts(self as unknown as Channel);

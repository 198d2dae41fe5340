export { prefetchFirstCards } from "./data/prefetch-first-cards";
export { ScalarsTab } from "./scalars-tab";

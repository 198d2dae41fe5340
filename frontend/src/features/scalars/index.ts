export { askFirst } from "./data/prefetch-first-cards";
export { ScalarsTab } from "./scalars-tab";

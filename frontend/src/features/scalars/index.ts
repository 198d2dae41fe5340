export { askFirst } from "./asked-first";
export { ScalarsTab } from "./scalars-tab";

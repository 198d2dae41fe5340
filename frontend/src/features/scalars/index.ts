export { ScalarsTab } from "./scalars-tab";

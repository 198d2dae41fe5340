export { GraphTab } from "./graph-tab";
export { prepareGraphTab } from "./prepare-tab";

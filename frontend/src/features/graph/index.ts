export { prepareGraphTab } from "./graph-list";
export { GraphTab } from "./graph-tab";

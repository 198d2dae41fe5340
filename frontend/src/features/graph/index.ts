export { GraphTab } from "./graph-tab";
export { prepareGraphTab } from "./session/graph-list";

export { GraphTab } from "./graph-tab";

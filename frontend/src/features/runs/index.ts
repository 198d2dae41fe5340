export { RunTable } from "./run-table";
export { RunsTab } from "./runs-tab";

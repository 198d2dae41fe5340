export { RunsTab } from "./runs-tab";
export { RunTable } from "./table/run-table";

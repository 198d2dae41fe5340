export { RunTable } from "./run-table";

export { CustomTab } from "./custom-tab";

export { CurvesTab } from "./curves-tab";

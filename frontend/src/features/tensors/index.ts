export { TensorsTab } from "./tensors-tab";

export { ProjectorTab } from "./projector-tab";

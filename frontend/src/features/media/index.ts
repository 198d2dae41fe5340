export { MediaTab } from "./media-tab";

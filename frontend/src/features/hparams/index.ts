export { HparamsTab } from "./hparams-tab";

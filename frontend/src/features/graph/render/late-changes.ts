/** All that is shown of a comparison within a drawing, in one file. */
export { comparedScene } from "./compared-scene";
export { drawChanges } from "./draw-changes";

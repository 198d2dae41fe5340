/** Loaded by `whole-answers`. */
export { overAxis, precomputeAxes } from "./convert-axis";
export { inRange } from "./points-in-range";

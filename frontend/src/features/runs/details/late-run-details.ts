/** The details of a run, whose code comes when they are opened first. */
import { lazyPart } from "../../../ui/layout/lazy-part";

export const RunDetails = lazyPart(async () => (await import("./run-details")).RunDetails);

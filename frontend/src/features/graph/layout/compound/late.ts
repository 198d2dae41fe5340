/** Passes that come to the worker with its first request: what they are, and that they are missing. */

export type LatePasses = typeof import("./late-passes");

/** A drawing cannot be made before the late passes are loaded. */
export class LatePassesMissing extends Error {}

/** The late passes; throws `LatePassesMissing` until they are loaded. */
export function required(late: LatePasses | undefined): LatePasses {
  if (late === undefined) throw new LatePassesMissing();
  return late;
}

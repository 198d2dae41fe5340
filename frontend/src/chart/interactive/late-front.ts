/** What follows the pointer on lines: its code comes when something is pointed at first. */
import type { PointedLines } from "../front/pointed-lines";

let loaded: typeof PointedLines | null = null;

/** The class, or null while its code is not there: `then` is called when it is. */
export function pointedLines(then: () => void): typeof PointedLines | null {
  if (loaded === null) {
    import("../front/pointed-lines").then(
      (code) => {
        loaded = code.PointedLines;
        then();
      },
      // A chart is whole without it; what is pointed at next loads it again.
      () => {},
    );
  }
  return loaded;
}

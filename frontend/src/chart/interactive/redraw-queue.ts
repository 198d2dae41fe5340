/**
 * Redraws of many charts at once: behind all of what the page changes now, and before its next
 * frame, so that plots and the values beside them change together. Between two changes of the
 * page, each chart would have it laid out anew.
 */

const waiting = new Set<() => void>();

function runAll(): void {
  const all = [...waiting];
  waiting.clear();
  for (const redraw of all) redraw();
}

/** Calls `redraw` once, however often it is requested until then. */
export function redrawSoon(redraw: () => void): void {
  if (waiting.size === 0) queueMicrotask(runAll);
  waiting.add(redraw);
}

/** Cancels a request. */
export function redrawNoMore(redraw: () => void): void {
  waiting.delete(redraw);
}

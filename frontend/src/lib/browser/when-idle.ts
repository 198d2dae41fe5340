/** Work of low priority, for when the browser is idle. */

/** Browsers that do not tell when they are idle are so after this long, mostly. */
const REST_MS = 200;

/** Does the work when the browser has nothing else to do; returns what takes it back. */
export function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(work, REST_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => work());
  return () => cancelIdleCallback(handle);
}

/** Work whose code comes after the page. */

/** Loads what starts the work, and starts it; returns how to stop, also before it has started. */
export function startLate(load: () => Promise<() => () => void>): () => void {
  let stop: (() => void) | undefined;
  let isStopped = false;
  load().then(
    (start) => {
      if (!isStopped) stop = start();
    },
    // The page is whole without it.
    () => {},
  );
  return () => {
    isStopped = true;
    stop?.();
  };
}

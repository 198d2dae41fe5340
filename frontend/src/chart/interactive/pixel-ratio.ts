/** Calls back when device pixels grow or shrink: a zoomed page, a window on another screen. */
function watchPixelRatio(onChange: () => void): () => void {
  const stopping = new AbortController();
  const watch = () => {
    const present = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const change = () => {
      watch();
      onChange();
    };
    present.addEventListener("change", change, { once: true, signal: stopping.signal });
  };
  watch();
  return () => stopping.abort();
}

/**
 * Observes the size of an element in device pixels; returns how to stop what is watched besides.
 * Safari observes CSS pixels only, so that there a change of the ratio calls back.
 */
export function observePixels(
  observer: ResizeObserver,
  element: Element,
  onRatio: () => void,
): () => void {
  try {
    observer.observe(element, { box: "device-pixel-content-box" });
    return () => undefined;
  } catch {
    observer.observe(element);
    return watchPixelRatio(onRatio);
  }
}

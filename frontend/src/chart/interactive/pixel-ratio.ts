/** Calls back when device pixels grow or shrink: a zoomed page, a window on another screen. */
export function watchPixelRatio(onChange: () => void): () => void {
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

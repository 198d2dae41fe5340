/** Marks a bar as folded while its parts do not fit in one row; the style says what is folded. */

/** Whether all parts of a bar fit side by side; `foldable` is without a box of its own there. */
function fits(bar: HTMLElement, foldable: Element): boolean {
  delete bar.dataset.folded;
  bar.style.flexWrap = "nowrap";
  const end =
    bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingRight);
  const isWithin = [...bar.children, ...foldable.children].every(
    (part) => part.getBoundingClientRect().right <= end + 0.5,
  );
  bar.style.flexWrap = "";
  return isWithin;
}

/**
 * Follows the width around a bar and what is in it, and has it folded before the next frame. Returns
 * how to stop.
 */
export function foldToFit(bar: HTMLElement, foldable: Element): () => void {
  const update = (): void => {
    if (!fits(bar, foldable)) bar.dataset.folded = "";
  };
  update();
  // Not the bar itself, whose height folding changes.
  const around = new ResizeObserver(update);
  if (bar.parentElement !== null) around.observe(bar.parentElement);
  const inside = new MutationObserver(update);
  inside.observe(bar, { childList: true, characterData: true, subtree: true });
  return () => {
    around.disconnect();
    inside.disconnect();
  };
}

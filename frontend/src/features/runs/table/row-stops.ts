/**
 * The keys within a row. From the row in focus, Right leads to its first stop, and Left back to the
 * row: to what has an effect or an explanation of its own, and to each cell of values.
 */

const STOPS = "button, input, span[data-tooltip], td";

/** What has the focus in a row while it is reached by keys alone is nothing that a click focuses. */
function takesFocus(stop: HTMLElement): boolean {
  if (!stop.matches("button, input")) {
    stop.tabIndex = -1;
    stop.addEventListener("blur", () => stop.removeAttribute("tabindex"), { once: true });
  }
  stop.focus();
  return document.activeElement === stop;
}

/** Moves the focus within a row; what is not shown for want of room is passed over. */
export function moveInRow(row: HTMLElement, direction: 1 | -1): void {
  const stops = [...row.querySelectorAll<HTMLElement>(STOPS)];
  let at = stops.indexOf(document.activeElement as HTMLElement) + direction;
  for (; at >= 0; at += direction) {
    const stop = stops[at];
    if (stop === undefined || takesFocus(stop)) return;
  }
  row.focus();
}

/** Moves the focus to the column of another row that the focus is in, as far as that has it. */
export function focusColumn(row: HTMLElement, column: number): void {
  const cell = row.querySelectorAll<HTMLElement>("th, td")[column];
  if (cell?.tagName === "TD") takesFocus(cell);
  else row.focus({ preventScroll: true });
}

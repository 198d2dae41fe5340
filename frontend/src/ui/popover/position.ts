/** Where a menu drops: below its button, or above it where it has more room there and needs it. */

/** Menus stay this far from the window's edge, and from their button. */
export const EDGE = 8;
const GAP = 4;

export interface MenuPlace {
  /** Of the menu's upper edge, in the window. */
  readonly top: number;
  /** What is longer is scrolled. */
  readonly maxHeight: number;
}

/** `height` is what the menu would take; all in CSS pixels. */
export function menuPlace(
  button: { readonly top: number; readonly bottom: number },
  height: number,
  windowHeight: number,
): MenuPlace {
  const below = windowHeight - EDGE - (button.bottom + GAP);
  const above = button.top - GAP - EDGE;
  if (height <= below || below >= above) return { top: button.bottom + GAP, maxHeight: below };
  const shown = Math.min(height, above);
  return { top: button.top - GAP - shown, maxHeight: shown };
}

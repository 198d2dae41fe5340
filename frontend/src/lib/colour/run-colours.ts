/**
 * The colours of runs: ten slots, each with a tone for a light and one for a dark page.
 *
 * The hues follow Okabe and Ito's set, its black included (white on a dark page). Lightness was
 * then searched for, so that every tone stands out from its page (3:1, WCAG 1.4.11) and from every
 * other tone also for viewers with protanopia or deuteranopia; the tests hold both.
 */

export interface Tone {
  readonly light: string;
  readonly dark: string;
}

export const PALETTE: readonly Tone[] = [
  { light: "#0a84e0", dark: "#67a4f9" },
  { light: "#e8480c", dark: "#f58b6d" },
  { light: "#0ba460", dark: "#56e9a9" },
  { light: "#d060b8", dark: "#ea5fc9" },
  { light: "#2b547f", dark: "#80e4fc" },
  { light: "#763f09", dark: "#b08a1c" },
  { light: "#4a44c0", dark: "#7f6cf6" },
  { light: "#941f48", dark: "#e0406d" },
  { light: "#799e1c", dark: "#add12f" },
  { light: "#181818", dark: "#ffffff" },
];

/** The tone for a light page of a slot's tone for a dark one; other colours are what they are. */
export function lightTone(colour: string): string {
  return PALETTE.find(({ dark }) => dark === colour)?.light ?? colour;
}

/**
 * The colours of runs: ten slots, each with a tone for a light and one for a dark page.
 *
 * The hues follow Okabe and Ito's set, darkened or lightened until every tone stands out from its
 * page (3:1, WCAG 1.4.11) and from every other tone for viewers with protanopia or deuteranopia;
 * the tests hold both.
 */

export interface Tone {
  readonly light: string;
  readonly dark: string;
}

export const PALETTE: readonly Tone[] = [
  { light: "#0072b2", dark: "#4aa8e8" },
  { light: "#d04a02", dark: "#ff8a4c" },
  { light: "#008a66", dark: "#2fc79a" },
  { light: "#b8478c", dark: "#e88bc4" },
  { light: "#2d91cc", dark: "#8fd3ff" },
  { light: "#a87400", dark: "#e6b422" },
  { light: "#5b4bb5", dark: "#a99cf5" },
  { light: "#882255", dark: "#d9688f" },
  { light: "#6f7a12", dark: "#b5c24a" },
  { light: "#5d6975", dark: "#a3adb8" },
];

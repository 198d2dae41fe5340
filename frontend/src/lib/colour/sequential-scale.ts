/** Colours for numbers from low to high. */

type Rgb = readonly [number, number, number];

/** From low to high; every stop stands out from its page (3:1, WCAG 1.4.11). */
const RAMPS: Record<"light" | "dark", readonly Rgb[]> = {
  light: [
    [33, 90, 200],
    [126, 72, 178],
    [200, 55, 115],
    [214, 88, 8],
  ],
  dark: [
    [104, 164, 255],
    [178, 134, 242],
    [242, 114, 160],
    [255, 176, 74],
  ],
};

export function rampColour(place: number, theme: "light" | "dark"): string {
  const ramp = RAMPS[theme];
  const at = Math.max(0, Math.min(1, place)) * (ramp.length - 1);
  const first = Math.min(Math.floor(at), ramp.length - 2);
  const part = at - first;
  const [low, high] = [ramp[first] as Rgb, ramp[first + 1] as Rgb];
  const mixed = low.map((channel, index) =>
    Math.round(channel + part * ((high[index] ?? 0) - channel)),
  );
  return `rgb(${mixed.join(" ")})`;
}

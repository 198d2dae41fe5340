import fc from "fast-check";
import { expect, it } from "vitest";
import { rampColour } from "./sequential-scale";

const PAGES = { light: [255, 255, 255], dark: [23, 26, 29] } as const;

/** WCAG 2.1, relative luminance. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it("stands out from the page wherever it is read, and is bounded by its ends", () => {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(place, fc.constantFrom("light", "dark"), (at, theme) => {
      const colour = rampColour(at, theme).match(/\d+/g)?.map(Number) ?? [];
      const [low, high] = [luminance(colour), luminance(PAGES[theme])].sort((a, b) => a - b);
      expect(((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)).toBeGreaterThanOrEqual(3);
    }),
  );
  expect(rampColour(-1, "light")).toBe(rampColour(0, "light"));
  expect(rampColour(2, "dark")).toBe(rampColour(1, "dark"));
});

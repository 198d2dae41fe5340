import fc from "fast-check";
import { expect, test } from "vitest";
import { peaksOf, peaksOfAll } from "./waveform";

test("every sample lies between the peaks of its part, which samples reach", () => {
  const sounds = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(sounds, fc.integer({ min: 1, max: 20 }), (sound, width) => {
      const samples = Float32Array.from(sound);
      const { low, high } = peaksOf(samples, width);
      expect(low).toHaveLength(width);
      for (let part = 0; part < width; part++) {
        const own = samples.slice(
          Math.floor((part * samples.length) / width),
          Math.floor(((part + 1) * samples.length) / width),
        );
        expect(low[part]).toBe(own.length === 0 ? 0 : Math.min(...own));
        expect(high[part]).toBe(own.length === 0 ? 0 : Math.max(...own));
      }
    }),
  );
});

test("a sound that is only in the second channel is seen", () => {
  const [silent, audible] = [new Float32Array(4), Float32Array.of(0.5, -0.25, 1, 0)];
  expect(peaksOfAll([silent, audible], 2)).toEqual({
    low: Float32Array.of(-0.25, 0),
    high: Float32Array.of(0.5, 1),
  });
});

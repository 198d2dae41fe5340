import fc from "fast-check";
import { expect, test } from "vitest";
import { type HeldSamples, indexOfSample, sampleAt, sampleCount } from "./batch-samples";

const HELD = fc
  .array(fc.integer({ min: 0, max: 4 }), { maxLength: 6 })
  .map((counts): HeldSamples[] =>
    counts.map((samples, at) => ({ tag: `p/image/${at % 3}`, nth: Math.floor(at / 3), samples })),
  );

test("every sample of every value has its place", () => {
  fc.assert(
    fc.property(HELD, (held) => {
      const total = sampleCount(held);
      const all = Array.from({ length: total }, (_, at) => sampleAt(held, at));
      expect(all.map((place) => place && indexOfSample(held, place))).toEqual(
        all.map((_, at) => at),
      );
      expect(sampleAt(held, total)).toBeNull();
    }),
  );
});

const OLD = [0, 1, 2].map((at) => ({ tag: `p/image/${at}`, nth: 0, samples: 1 }));
const NEW = [{ tag: "p", nth: 0, samples: 3 }];

test("a sample keeps its place in the other form of the batch", () => {
  expect(indexOfSample(NEW, { tag: "p/image/2", nth: 0, sample: 0 })).toBe(2);
  expect(sampleAt(OLD, indexOfSample(OLD, { tag: "p", nth: 0, sample: 1 }))?.tag).toBe("p/image/1");
});

test("where there are fewer, the last stands for it", () => {
  expect(indexOfSample(NEW, { tag: "p", nth: 0, sample: 9 })).toBe(2);
  expect(indexOfSample([], { tag: "p", nth: 0, sample: 9 })).toBe(0);
});

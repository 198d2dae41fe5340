import fc from "fast-check";
import { expect, it } from "vitest";
import { frameAt, frameStarts } from "./frame-clock";

it("adds the delays up", () => {
  expect([...frameStarts([100, 50, 20])]).toEqual([0, 100, 150, 170]);
});

it("shows each frame from its start to the start of the next, again and again", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1 }),
      fc.nat(100),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.nat(3),
      (delays, number, share, round) => {
        const starts = frameStarts(delays);
        const index = number % delays.length;
        const start = starts[index] ?? 0;
        const time = start + share * (delays[index] ?? 0) + round * (starts.at(-1) ?? 0);
        const later = Math.floor(time) === time ? time : Math.floor(time);
        expect(frameAt(starts, Math.max(start, later))).toBe(index);
      },
    ),
  );
});

it("shows the first frame of an animation without a length", () => {
  expect(frameAt(frameStarts([]), 100)).toBe(0);
});

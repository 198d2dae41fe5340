import { expect, it } from "vitest";
import { readingPart, readingText } from "./loading-text";

const loading = (bytes_done: number, bytes_total: number) =>
  ({ state: "reading", bytes_done, bytes_total, files: 9, runs: 214, points: 3_100_000 }) as const;

it("says how far reading has come", () => {
  expect(readingText(loading(400_000_000, 1_800_000_000))).toBe(
    "Reading 400 MB of 1.8 GB: 214 runs, 3,100,000 points so far",
  );
  expect(readingText(loading(0, 0))).toBe(
    "Looking for event files: 214 runs, 3,100,000 points so far",
  );
});

it("is a part between nothing and all, also while files grow", () => {
  expect([
    readingPart(loading(0, 0)),
    readingPart(loading(50, 100)),
    readingPart(loading(120, 100)),
  ]).toEqual([0, 0.5, 1]);
});

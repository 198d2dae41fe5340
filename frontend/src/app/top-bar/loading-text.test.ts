import { expect, it } from "vitest";
import type { Progress } from "../../api/types";
import { foundTexts, paceTexts, readingPart, readingText, remainingText } from "./loading-text";

function loading(bytes_done: number, bytes_total: number, known: Partial<Progress> = {}): Progress {
  const counts = { files: 1204, runs: 214, points: 3_100_000 };
  return {
    state: "reading",
    bytes_done,
    bytes_total,
    ...counts,
    rate: 0,
    remaining: null,
    ...known,
  };
}

it("says how far reading has come", () => {
  expect(readingText(loading(400e6, 1.8e9))).toBe(
    "Reading 0.4 of 1.8 GB: 214 runs, 3,100,000 points so far",
  );
  expect(readingText(loading(0, 0))).toBe(
    "Searching for event files: 214 runs, 3,100,000 points so far",
  );
});

it("is a part between nothing and all, also while files grow", () => {
  expect([
    readingPart(loading(0, 0)),
    readingPart(loading(50, 100)),
    readingPart(loading(120, 100)),
  ]).toEqual([0, 0.5, 1]);
  expect(paceTexts(loading(120e6, 100e6))).toEqual(["100 of 100 MB"]);
});

it("tells the pace and the rest of the time as far as they are known", () => {
  expect(paceTexts(loading(1.2e9, 5.4e9))).toEqual(["1.2 of 5.4 GB"]);
  expect(paceTexts(loading(1.2e9, 5.4e9, { rate: 340e6, remaining: 12.4 }))).toEqual([
    "1.2 of 5.4 GB",
    "340 MB/s",
    "about 12 s left",
  ]);
});

it("counts what has been found", () => {
  expect(foundTexts(loading(0, 1))).toEqual(["1,204 files", "214 runs", "3.1M points"]);
  expect(foundTexts(loading(0, 1, { files: 1, runs: 1, points: 0 }))).toEqual([
    "1 file",
    "1 run",
    "0 points",
  ]);
});

it.each([
  [0.4, "almost done"],
  [3, "about 3 s left"],
  [38, "about 40 s left"],
  [95, "about 2 min left"],
  [5400, "about 2 h left"],
])("estimates %d seconds no finer than it can", (seconds, text) => {
  expect(remainingText(seconds)).toBe(text);
});

import { expect, it } from "vitest";
import { newestSeen, noteSeen, startedAfter } from "./unseen-experiments";

function begun(...times: (number | null)[]) {
  return times.map((first_wall_time, at) => ({ training: `run${at}`, first_wall_time }));
}

it("takes no run for new at a first visit", () => {
  expect(startedAfter(begun(1, 2, 3), 0)).toBe(0);
});

it("counts what began after the newest run seen", () => {
  expect(startedAfter(begun(1, 2, 3, null), 1)).toBe(2);
});

it("remembers the newest run, however old those are that come after it", () => {
  noteSeen(begun(5, 3, null));
  expect(newestSeen.value).toBe(5);
  noteSeen(begun(2));
  expect(newestSeen.value).toBe(5);
});

import { expect, it } from "vitest";
import { ageText, dayText, durationText, wallTimeText } from "./time";

it.each([
  [-5, "0 s"],
  [42.9, "42 s"],
  [60, "1 min"],
  [3599, "59 min"],
  [7200, "2 h"],
  [86_400 * 12, "12 d"],
  [86_400 * 70, "2 mo"],
  [86_400 * 365 * 8.3, "8 y"],
])("writes the age %d as %s", (seconds, text) => {
  expect(ageText(seconds)).toBe(text);
});

it.each([
  [0, "0 s"],
  [12.345, "12.3 s"],
  [-90, "−1 min 30 s"],
  [65, "1 min 05 s"],
  [3900, "1 h 05 min"],
  [90_000, "1 d 01 h"],
])("writes the duration %d as %s", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

it("names the year where it is not the present one", () => {
  const now = new Date(2026, 10, 21);
  const seconds = (year: number) => new Date(year, 7, 3, 11, 1, 30).getTime() / 1000;
  expect(wallTimeText(seconds(2026), now)).toBe("3 Aug, 11:01:30");
  expect(wallTimeText(seconds(2018), now)).toBe("3 Aug 2018, 11:01:30");
  expect(dayText(seconds(2026), now)).toBe("3 Aug");
  expect(dayText(seconds(2018), now)).toBe("3 Aug 2018");
});

import { expect, it } from "vitest";
import { bytesText, counted, settingText, shortCountText, valueText } from "./number";

it.each([
  [0, "0"],
  [0.123456, "0.1235"],
  [-0.5, "−0.5"],
  [999.96, "1,000"],
  [1288.17, "1,288"],
  [-123_456.7, "−123,457"],
  [999_999.9, "1M"],
  [1_234_567, "1.235M"],
  [999_999_999, "1B"],
  [2e15, "2e+15"],
  [0.000012, "1.2e-5"],
  [1e-5, "1e-5"],
  [-3.4e8, "−340M"],
  [Number.NaN, "NaN"],
  [Number.POSITIVE_INFINITY, "+∞"],
  [Number.NEGATIVE_INFINITY, "−∞"],
])("writes the value %d as %s", (value, text) => {
  expect(valueText(value)).toBe(text);
});

it("writes a whole number that a person set with all digits", () => {
  expect([20_241_128, 0.1, -1_234_567, 1e20].map(settingText)).toEqual([
    "20,241,128",
    "0.1",
    "−1,234,567",
    "1e+20",
  ]);
});

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [1_800_000_000, "1.8 GB"],
  [250_000_000, "250 MB"],
  [5e15, "5000 TB"],
])("writes %d bytes as %s", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

it.each([
  [0, "0"],
  [9_999, "9,999"],
  [10_000, "10K"],
  [1_000_000, "1M"],
  [3_140_000, "3.1M"],
])("writes the count %d as %s", (count, text) => {
  expect(shortCountText(count)).toBe(text);
});

it("counts in singular and plural", () => {
  expect([counted(0, "run"), counted(1, "run"), counted(1200, "run")]).toEqual([
    "0 runs",
    "1 run",
    "1,200 runs",
  ]);
});

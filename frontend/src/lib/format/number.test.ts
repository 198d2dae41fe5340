import { expect, it } from "vitest";
import { bytesText, counted, shortCountText, valueText } from "./number";

it.each([
  [0, "0"],
  [0.123456, "0.1235"],
  [-0.5, "−0.5"],
  [1234.5678, "1234.57"],
  [0.000012, "1.2e-5"],
  [1e-5, "1e-5"],
  [-3.4e8, "−3.4e+8"],
  [Number.NaN, "NaN"],
  [Number.POSITIVE_INFINITY, "+∞"],
  [Number.NEGATIVE_INFINITY, "−∞"],
])("writes the value %d as %s", (value, text) => {
  expect(valueText(value)).toBe(text);
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

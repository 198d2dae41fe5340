import { expect, test } from "vitest";
import { damagedRangeText } from "./damaged-range";

test.each([
  [{ offset: 64_453, read: 1.2e9, size: 1.3e9 }, "offset 64,453; read up to 1.2 of 1.3 GB"],
  [{ offset: 0, read: 0, size: 0 }, "offset 0"],
  [{ offset: 5, read: 12, size: 10 }, "offset 5; read up to 10 of 10 B"], // cut off since it was read
])("%o", (place, text) => {
  expect(damagedRangeText(place)).toBe(text);
});

import { expect, test } from "vitest";
import { menuPlace } from "./position";

test("a menu drops below its button where it has room", () => {
  expect(menuPlace({ top: 100, bottom: 120 }, 300, 800)).toEqual({ top: 124, maxHeight: 668 });
});

test("near the lower edge it stands above its button", () => {
  expect(menuPlace({ top: 760, bottom: 790 }, 300, 800)).toEqual({ top: 456, maxHeight: 300 });
});

test("where it fits nowhere it is scrolled on the side with more room", () => {
  expect(menuPlace({ top: 700, bottom: 720 }, 2000, 800)).toEqual({ top: 8, maxHeight: 688 });
  expect(menuPlace({ top: 100, bottom: 120 }, 2000, 800)).toEqual({ top: 124, maxHeight: 668 });
});

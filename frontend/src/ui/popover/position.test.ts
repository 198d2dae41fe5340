import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { besideButton, besidePoint } from "./position";

const PAGE = { width: 1000, height: 800 };
const button = (top: number, bottom: number) => ({ left: 400, right: 480, top, bottom });
const size = (height: number) => ({ width: 200, height });

describe("beside a button", () => {
  test("a menu is below it where there is room", () => {
    expect(besideButton(button(100, 120), size(300), PAGE, "start")).toEqual({
      left: 400,
      top: 124,
      maxHeight: 668,
    });
    expect(besideButton(button(100, 120), size(300), PAGE, "end").left).toBe(280);
  });

  test("a menu is above it near the lower edge", () => {
    const { top, maxHeight } = besideButton(button(760, 790), size(300), PAGE, "start");
    expect([top, maxHeight]).toEqual([456, 300]);
  });

  test("a menu that fits nowhere is scrolled on the side with more room", () => {
    const high = size(2000);
    expect(besideButton(button(700, 720), high, PAGE, "start")).toMatchObject({
      top: 8,
      maxHeight: 688,
    });
    expect(besideButton(button(100, 120), high, PAGE, "start")).toMatchObject({
      top: 124,
      maxHeight: 668,
    });
  });

  test("it is inside the window and does not cover the button", () => {
    const rect = fc
      .record({
        left: fc.integer({ min: 0, max: 900 }),
        top: fc.integer({ min: 0, max: 770 }),
        width: fc.integer({ min: 10, max: 100 }),
        height: fc.integer({ min: 10, max: 30 }),
      })
      .map(({ left, top, width, height }) => {
        return { left, top, right: left + width, bottom: top + height };
      });
    const sizes = fc.record({
      width: fc.integer({ min: 20, max: 900 }),
      height: fc.integer({ min: 20, max: 3000 }),
    });
    fc.assert(
      fc.property(
        rect,
        sizes,
        fc.constantFrom("start" as const, "centre" as const, "end" as const),
        (at, own, align) => {
          const { left, top, maxHeight } = besideButton(at, own, PAGE, align);
          const bottom = top + Math.min(own.height, maxHeight);
          expect(left).toBeGreaterThanOrEqual(8);
          expect(left + own.width).toBeLessThanOrEqual(PAGE.width - 8);
          expect(top).toBeGreaterThanOrEqual(8);
          expect(bottom).toBeLessThanOrEqual(PAGE.height - 8);
          expect(top >= at.bottom || bottom <= at.top).toBe(true);
        },
      ),
    );
  });
});

describe("beside a point", () => {
  test("a menu is below and to the right where there is room, else on the other side", () => {
    expect(besidePoint(100, 100, size(300), PAGE)).toMatchObject({ left: 100, top: 100 });
    expect(besidePoint(950, 700, size(300), PAGE)).toMatchObject({ left: 750, top: 400 });
  });

  test("a menu is scrolled where it is higher than the window", () => {
    expect(besidePoint(100, 100, size(2000), PAGE)).toEqual({ left: 100, top: 8, maxHeight: 784 });
  });
});

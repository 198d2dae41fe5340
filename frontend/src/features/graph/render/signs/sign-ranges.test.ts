import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apartFrom, type SignRequest, type SignSpace, signRanges } from "./sign-ranges";

const place = fc.integer({ min: -2000, max: 2000 });
const length = fc.integer({ min: 4, max: 150 });
const zoom = fc.double({ min: 0.002, max: 8, noNaN: true });

/** Around its place, or to the right of it. */
const space = fc
  .record({ worldX: place, worldY: place, width: length, isBeside: fc.boolean() })
  .map(({ worldX, worldY, width, isBeside }): SignSpace => {
    const [left, right] = isBeside ? [0, width] : [-width / 2, width / 2];
    return { worldX, worldY, left, right, top: -5, bottom: 12 };
  });

const request = fc
  .record({
    whole: space,
    part: fc.double({ min: 0.2, max: 1, noNaN: true }),
    wantedFrom: zoom,
    around: fc.integer({ min: -1, max: 7 }),
  })
  .map(({ part, ...wanted }): SignRequest => {
    const { whole } = wanted;
    return { ...wanted, short: { ...whole, left: whole.left * part, right: whole.right * part } };
  });

/** Scopes stand before what is inside them. */
const tier = fc
  .array(request, { maxLength: 8 })
  .map((signs) => signs.map((sign, i) => ({ ...sign, around: Math.min(sign.around, i - 1) })));

const tiers = fc.array(tier, { minLength: 1, maxLength: 3 });

function isOverlapping(a: SignSpace, b: SignSpace, at: number): boolean {
  const [dx, dy] = [at * (b.worldX - a.worldX), at * (b.worldY - a.worldY)];
  return (
    a.left < dx + b.right && dx + b.left < a.right && a.top < dy + b.bottom && dy + b.top < a.bottom
  );
}

describe("the zoom from which two signs are apart", () => {
  it("leaves them apart at every larger zoom", () => {
    fc.assert(
      fc.property(space, space, zoom, (a, b, more) => {
        const from = apartFrom(a, b);
        fc.pre(Number.isFinite(from));
        expect(isOverlapping(a, b, from * (1 + more) + 1e-9)).toBe(false);
        expect(apartFrom(b, a)).toBeCloseTo(from, 9);
      }),
    );
  });

  it("is the least: a little before it they lie on one another", () => {
    const at = (worldX: number): SignSpace => {
      return { worldX, worldY: 0, left: -20, right: 20, top: -8, bottom: 8 };
    };
    expect(apartFrom(at(0), at(100))).toBeCloseTo(0.4, 9);
    expect(isOverlapping(at(0), at(100), 0.39)).toBe(true);
    expect(apartFrom(at(0), at(0))).toBe(Number.POSITIVE_INFINITY);
    const above = { ...at(0), top: -40, bottom: -20 };
    expect(apartFrom(at(0), above)).toBe(0);
  });
});

describe("the ranges of signs", () => {
  it("leave no two on one another, at any zoom", () => {
    fc.assert(
      fc.property(tiers, fc.array(space, { maxLength: 3 }), zoom, (wanted, reserved, at) => {
        const ranges = signRanges(wanted, reserved);
        const shown = wanted.flatMap((requests, tier) =>
          requests.flatMap(({ whole, short }, i) => {
            const { from = 0, shortFrom = 0 } = ranges[tier]?.[i] ?? {};
            return at >= from ? [whole] : at >= shortFrom ? [short] : [];
          }),
        );
        shown.forEach((one, i) => {
          for (const other of [...shown.slice(i + 1), ...reserved]) {
            expect(isOverlapping(one, other, at * (1 - 1e-9))).toBe(false);
          }
        });
      }),
    );
  });

  it("never begin before a sign is wanted, nor have more of it before less", () => {
    fc.assert(
      fc.property(tiers, (wanted) => {
        signRanges(wanted).forEach((ranges, tier) => {
          ranges.forEach(({ shortFrom, from }, i) => {
            expect(shortFrom).toBeGreaterThanOrEqual(wanted[tier]?.[i]?.wantedFrom ?? 0);
            expect(from).toBeGreaterThanOrEqual(shortFrom);
          });
        });
      }),
    );
  });

  it("give room to the first before the next, and to a tier before the one behind it", () => {
    const sign = (worldX: number): SignRequest => {
      const short = { worldX, worldY: 0, left: -20, right: 20, top: -8, bottom: 8 };
      return { short, whole: { ...short, left: -60, right: 60 }, wantedFrom: 0, around: -1 };
    };
    const [[first, second] = []] = signRanges([[sign(0), sign(100)]]);
    expect(first).toEqual({ shortFrom: 0, from: 0.8 });
    expect(second).toEqual({ shortFrom: 0.4, from: 1.2 });
    const [[front] = [], [behind] = []] = signRanges([[sign(100)], [sign(0)]]);
    expect(front).toEqual({ shortFrom: 0, from: 0 });
    expect(behind?.shortFrom).toBeCloseTo(0.8, 9);
    const [[scope, inner] = []] = signRanges([[sign(0), { ...sign(100), around: 0 }]]);
    expect(scope).toEqual({ shortFrom: 0, from: 0 });
    expect(inner?.shortFrom).toBeCloseTo(0.8, 9);
  });
});

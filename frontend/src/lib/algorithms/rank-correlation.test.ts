import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankCorrelation, rankCorrelationRatio, ranksOf } from "./rank-correlation";

const values = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 3, maxLength: 30 });

it("ranks by counting how many are less", () => {
  fc.assert(
    fc.property(values, (column) => {
      const expected = column.map((value) => {
        const less = column.filter((other) => other < value).length;
        const equal = column.filter((other) => other === value).length;
        return less + (equal + 1) / 2;
      });
      expect([...ranksOf(column)]).toEqual(expected);
    }),
  );
});

describe("rankCorrelation", () => {
  it("is the textbook's for ranks without ties", () => {
    // ρ = 1 − 6 Σd² / n(n² − 1), with d = 1, −1, 0, 1, −1.
    expect(rankCorrelation([1, 2, 3, 4, 5], [20, 10, 30, 50, 40])).toBeCloseTo(0.8, 12);
  });

  it("is 1 and −1 for any growing and falling function", () => {
    const x = [3, 1, 2, 9, 4];
    expect(rankCorrelation(x, x.map(Math.exp))).toBeCloseTo(1, 12);
    expect(
      rankCorrelation(
        x,
        x.map((value) => -(value ** 3)),
      ),
    ).toBeCloseTo(-1, 12);
  });

  it("lies within bounds, is symmetrical and turns its sign with a column", () => {
    fc.assert(
      fc.property(values, fc.infiniteStream(fc.integer({ min: -5, max: 5 })), (x, stream) => {
        const y = [...stream.take(x.length)];
        const found = rankCorrelation(x, y);
        expect(rankCorrelation(y, x) ?? 9).toBeCloseTo(found ?? 9, 9);
        if (found === null) return;
        expect(Math.abs(found)).toBeLessThanOrEqual(1);
        expect(
          rankCorrelation(
            x,
            y.map((value) => -value),
          ),
        ).toBeCloseTo(-found, 9);
      }),
    );
  });

  it("is none for two pairs or a column of one value", () => {
    expect(rankCorrelation([1, 2], [1, 2])).toBeNull();
    expect(rankCorrelation([1, 1, 1], [1, 2, 3])).toBeNull();
  });
});

describe("rankCorrelationRatio", () => {
  it("is |ρ| where there are two groups", () => {
    const x = [0, 0, 1, 1, 1, 0];
    const y = [4, 2, 8, 3, 9, 1];
    const words = x.map((group) => (group === 0 ? "relu" : "tanh"));
    expect(rankCorrelationRatio(words, y)).toBeCloseTo(Math.abs(rankCorrelation(x, y) ?? 9), 12);
  });

  it("is 1 where each group has a value of its own, and none where groups explain themselves", () => {
    expect(rankCorrelationRatio(["a", "a", "b", "b", "c", "c"], [1, 1, 5, 5, 3, 3])).toBeCloseTo(1);
    expect(rankCorrelationRatio(["a", "b", "c", "d"], [1, 2, 3, 4])).toBeNull();
    expect(rankCorrelationRatio(["a", "a", "a"], [1, 2, 3])).toBeNull();
  });
});

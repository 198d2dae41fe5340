import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignColourSlots } from "./colour-slots";
import { assignDashes } from "./line-dashes";

const SLOTS = 10;
const PATTERNS = 5;
const paths = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 120 });

const looksOf = (all: readonly string[]) => {
  const slots = assignColourSlots(all, SLOTS);
  const dashes = assignDashes(slots, PATTERNS);
  return all.map((path) => ({ slot: slots.get(path), dash: dashes.get(path) }));
};

describe("assignDashes", () => {
  it("begins with a solid line", () => {
    expect(looksOf(["a", "b"]).map(({ dash }) => dash)).toEqual([0, 1]);
  });

  it("gives neighbours other patterns and other colours", () => {
    fc.assert(
      fc.property(paths, (all) => {
        const looks = looksOf(all);
        looks.slice(1).forEach(({ slot, dash }, at) => {
          expect(dash).not.toBe(looks[at]?.dash);
          expect(slot).not.toBe(looks[at]?.slot);
        });
      }),
    );
  });

  it("gives any fifty in a row fifty looks", () => {
    fc.assert(
      fc.property(paths, (all) => {
        const looks = looksOf(all).map(({ slot, dash }) => `${slot} ${dash}`);
        looks.forEach((look, at) => {
          expect(looks.slice(Math.max(0, at - SLOTS * PATTERNS + 1), at)).not.toContain(look);
        });
      }),
    );
  });

  it("keeps every pattern when a run is added, and those that are fixed", () => {
    fc.assert(
      fc.property(paths, (all) => {
        const slots = assignColourSlots(all, SLOTS);
        const after = assignDashes(slots, PATTERNS);
        const before = assignDashes(new Map([...slots].slice(0, -1)), PATTERNS);
        for (const [path, dash] of before) expect(after.get(path)).toBe(dash);
        const turned = new Map([...slots].toReversed());
        expect(assignDashes(turned, PATTERNS, after)).toEqual(after);
      }),
    );
  });
});

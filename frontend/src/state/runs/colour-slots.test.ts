import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assignColourSlots } from "./colour-slots";

const SLOTS = 10;
const paths = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 60 });

describe("assignSlots", () => {
  it("leaves alone what is fixed, wherever it stands", () => {
    const fixed = new Map([["c", 4]]);
    const assigned = assignColourSlots(["a", "b", "c", "d"], 10, fixed);
    expect(assigned.get("c")).toBe(4);
    expect(new Set(assigned.values()).size).toBe(4);
  });

  it("gives every path a slot of the palette", () => {
    fc.assert(
      fc.property(paths, (all) => {
        const assigned = assignColourSlots(all, SLOTS);
        for (const path of all)
          expect(assigned.get(path)).toBeOneOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      }),
    );
  });

  it("gives any ten runs in a row ten slots", () => {
    fc.assert(
      fc.property(paths, (all) => {
        const slots = [...assignColourSlots(all, SLOTS).values()];
        slots.forEach((slot, at) => {
          expect(slots.slice(Math.max(0, at - SLOTS + 1), at)).not.toContain(slot);
        });
      }),
    );
  });

  it("keeps every colour when a run is added", () => {
    fc.assert(
      fc.property(paths, (all) => {
        const before = assignColourSlots(all.slice(0, -1), SLOTS);
        const after = assignColourSlots(all, SLOTS);
        for (const [path, slot] of before) expect(after.get(path)).toBe(slot);
      }),
    );
  });

  it("depends on the path, not on the place in the list", () => {
    const alone = assignColourSlots(["logs/b"], SLOTS).get("logs/b");
    expect(assignColourSlots(["logs/a", "logs/b"], SLOTS).get("logs/b")).toBe(alone);
  });
});

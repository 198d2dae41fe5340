import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rectsOverlap } from "../../../lib/geometry/geometry";
import { fillShelves, planShelves } from "../layout/compound/shelf-packing";
import { splitComponents } from "../layout/core/connected-components";
import { contentKey } from "../layout/core/content-key";
import { sortByKey } from "../layout/core/sort-by-key";
import { flatGraph } from "./make-graph";

const sizes = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 90 })),
  {
    minLength: 1,
    maxLength: 40,
  },
);

describe("shelves", () => {
  it("hold every rectangle once, apart from all others, even when some have grown", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (all, which) => {
        const width = Float64Array.from(all, ([w]) => w);
        const height = Float64Array.from(all, ([, h]) => h);
        const shelves = planShelves(width, height, 10);
        width[which % all.length] += 500;
        const placed = fillShelves(shelves, width, height, 10);
        const rects = all.map((_, i) => {
          return { x: placed.x[i], y: placed.y[i], width: width[i], height: height[i] };
        });
        rects.forEach((rect, i) => {
          expect(rect.x + rect.width).toBeLessThanOrEqual(placed.width);
          expect(rect.y + rect.height).toBeLessThanOrEqual(placed.height);
          for (const other of rects.slice(0, i)) expect(rectsOverlap(rect, other)).toBe(false);
        });
      }),
    );
  });

  it("come near the wanted shape", () => {
    const side = new Float64Array(100).fill(20);
    const placed = fillShelves(planShelves(side, side, 5), side, side, 5);
    expect(placed.width / placed.height).toBeGreaterThan(1.2);
    expect(placed.width / placed.height).toBeLessThan(2.4);
  });
});

describe("parts", () => {
  it("are what hangs together, and loose nodes", () => {
    const parts = splitComponents(
      flatGraph(6, [
        [0, 2],
        [3, 4],
        [4, 3],
      ]),
    );
    expect(parts.connected.map(({ nodes }) => [...nodes])).toEqual([
      [0, 2],
      [3, 4],
    ]);
    expect([...parts.isolated]).toEqual([1, 5]);
  });

  it("put all ports in the first part", () => {
    const graph = flatGraph(5, [
      [0, 1],
      [3, 2],
      [4, 2],
    ]);
    graph.pin.set([1, 2], 3);
    const parts = splitComponents(graph);
    expect(parts.hasPorts).toBe(true);
    expect([...parts.connected[0].nodes]).toEqual([2, 3, 4]);
  });
});

describe("sorting by key", () => {
  it("is stable and complete", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 90 }), (keys) => {
        const items = Int32Array.from(keys.keys());
        sortByKey(items, items.length, Float64Array.from(keys), new Int32Array(items.length));
        const expected = [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
        expect([...items]).toEqual(expected);
      }),
    );
  });
});

describe("content keys", () => {
  it("tell arrays apart by value, length and order", () => {
    const keys = [
      contentKey([Int32Array.of(1, 2)]),
      contentKey([Int32Array.of(2, 1)]),
      contentKey([Int32Array.of(1), Int32Array.of(2)]),
      contentKey([Float64Array.of(1, 2)]),
      contentKey([Float64Array.of(1, 2.0000001)]),
      contentKey([]),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(contentKey([Float64Array.of(1, 2)])).toBe(keys[3]);
  });
});

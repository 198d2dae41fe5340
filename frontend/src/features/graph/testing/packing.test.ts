import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rectsOverlap } from "../../../lib/geometry/geometry";
import { arrangeGroups } from "../layout/compound/arrange-groups";
import { columnWays, mainWays } from "../layout/compound/group-ways";
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
      fc.property(sizes, fc.nat(), fc.integer({ min: 1, max: 2000 }), (all, which, limit) => {
        const width = Float64Array.from(all, ([w]) => w);
        const height = Float64Array.from(all, ([, h]) => h);
        const shelves = planShelves(width, height, 10, limit);
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

  it("are no wider than they may be, but for what is wider itself", () => {
    const side = new Float64Array(100).fill(20);
    const placed = fillShelves(planShelves(side, side, 5, 300), side, side, 5);
    expect(placed.width).toBeGreaterThan(270);
    expect(placed.width).toBeLessThanOrEqual(300);
  });
});

describe("groups", () => {
  const canvases = fc.constantFrom(
    { width: 1024, height: 724 },
    { width: 362, height: 609 },
    { width: 2048, height: 512 },
  );
  const packed = (all: readonly (readonly [number, number])[]) => ({
    width: Float64Array.from(all, ([w]) => w),
    height: Float64Array.from(all, ([, h]) => h),
  });

  it("stand in an arrangement as large as its rows are", () => {
    fc.assert(
      fc.property(sizes, sizes, canvases, (some, others, canvas) => {
        const none = packed([]);
        const ways = [
          mainWays({ parts: packed(some), isolated: none }, canvas, false),
          columnWays({ parts: none, isolated: packed(others) }, canvas),
          [],
        ];
        const { rows, ways: chosen, width, height } = arrangeGroups(ways, canvas, undefined);
        expect(rows.flat()).toEqual([0, 1]);
        const extents = rows.map((row) => row.map((group) => ways[group][chosen.get(group) ?? -1]));
        const across = extents.map((row) => row.reduce((sum, each) => sum + each.width + 40, -40));
        const along = extents.map((row) => Math.max(...row.map((each) => each.height)));
        expect(width).toBeCloseTo(Math.max(...across));
        expect(height).toBeCloseTo(along.reduce((sum, each) => sum + each + 40, -40));
      }),
    );
  });

  it("fill most of the canvas where there is much to pack", () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 300 }), canvases, (count, canvas) => {
        const nodes = packed(Array.from({ length: count }, (_, i) => [80 + (i % 5) * 20, 40]));
        const ways = [mainWays({ parts: packed([]), isolated: nodes }, canvas, false)];
        const { width, height } = arrangeGroups(ways, canvas, undefined);
        const zoom = Math.min(canvas.width / width, canvas.height / height);
        expect((width * height * zoom * zoom) / (canvas.width * canvas.height)).toBeGreaterThan(
          0.7,
        );
      }),
    );
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

import fc from "fast-check";
import { expect, test } from "vitest";
import { boxOf, isInside, joinedBox, meshText, sphereAround, sphereFrom } from "./bounding-box";

const place = fc.float({ noNaN: true, noDefaultInfinity: true });
const positions = fc
  .array(fc.tuple(place, place, place), { minLength: 1, maxLength: 20 })
  .map((rows) => Float32Array.from(rows.flat()));

function found(of: Float32Array) {
  const box = boxOf(of);
  if (box === null) throw new Error("no box");
  return box;
}

test("the box and the sphere about it hold every vertex, and no box is smaller", () => {
  fc.assert(
    fc.property(positions, (all) => {
      const box = found(all);
      const { centre, radius } = sphereAround(box);
      for (let at = 0; at < all.length; at += 3) {
        const vertex = [...all.subarray(at, at + 3)] as [number, number, number];
        expect(isInside({ low: vertex, high: vertex }, box)).toBe(true);
        const distance = Math.hypot(...vertex.map((value, axis) => value - (centre[axis] ?? 0)));
        expect(distance).toBeLessThanOrEqual(radius * (1 + 1e-9));
      }
      for (const axis of [0, 1, 2] as const) {
        const along = all.filter((_, at) => at % 3 === axis);
        expect([box.low[axis], box.high[axis]]).toEqual([Math.min(...along), Math.max(...along)]);
      }
    }),
  );
});

test("a joined box holds both, and is theirs when one holds the other", () => {
  fc.assert(
    fc.property(positions, positions, (one, other) => {
      const [a, b] = [found(one), found(other)];
      const both = joinedBox(a, b);
      expect(isInside(a, both) && isInside(b, both)).toBe(true);
      expect(joinedBox(both, a)).toEqual(both);
      expect(joinedBox(null, a)).toBe(a);
    }),
  );
});

test("one point has a sphere to be seen in", () => {
  expect(sphereAround(found(Float32Array.of(5, 5, 5)))).toEqual({ centre: [5, 5, 5], radius: 1 });
  expect(boxOf([])).toBeNull();
});

test("from another place all is still seen", () => {
  const whole = sphereAround(found(Float32Array.of(0, 0, 0, 0, 6, 8)));
  expect(sphereFrom([0, 3, 4], whole)).toEqual({ centre: [0, 3, 4], radius: 5 });
  expect(sphereFrom([0, 0, 0], whole)).toEqual({ centre: [0, 0, 0], radius: 10 });
});

test("a mesh is described in words", () => {
  const box = boxOf([0, 0, 0, 1, 2, 4]);
  expect(meshText(8, 12, box)).toBe("8 vertices, 12 faces, 1 × 2 × 4 about (0.5, 1, 2)");
  expect(meshText(1, 0, null)).toBe("1 point");
  expect(meshText(1, 1, null)).toBe("1 vertex, 1 face");
});

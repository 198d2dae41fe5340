import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  distanceToRect,
  distanceToSegment,
  rectMiddle,
  rectsOverlap,
  segmentEntersRect,
} from "./geometry";

const coordinate = fc.integer({ min: -20, max: 20 });
const size = fc.integer({ min: 1, max: 15 });
const rects = fc.record({ x: coordinate, y: coordinate, width: size, height: size });
const segments = fc.tuple(coordinate, coordinate, coordinate, coordinate);

/** Points along a segment; enough of them to meet any rectangle of whole numbers it enters. */
function* pointsOn([x0, y0, x1, y1]: [number, number, number, number]) {
  for (let i = 0; i <= 4_000; i++) {
    const t = i / 4_000;
    yield { x: x0 + t * (x1 - x0), y: y0 + t * (y1 - y0) };
  }
}

describe("plane geometry", () => {
  it("knows whether a segment enters a rectangle", () => {
    fc.assert(
      fc.property(segments, rects, (segment, rect) => {
        let enters = false;
        for (const { x, y } of pointsOn(segment)) {
          const isIn =
            x > rect.x && x < rect.x + rect.width && y > rect.y && y < rect.y + rect.height;
          if (isIn) enters = true;
        }
        const isPoint = segment[0] === segment[2] && segment[1] === segment[3];
        // A segment may clip a corner between two sampled points, never the other way round.
        if (enters && !isPoint) expect(segmentEntersRect(...segment, rect)).toBe(true);
        if (!segmentEntersRect(...segment, rect)) expect(enters).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it("lets lines run along a border", () => {
    const rect = { x: 0, y: 0, width: 10, height: 10 };
    expect(segmentEntersRect(0, -5, 0, 15, rect)).toBe(false);
    expect(segmentEntersRect(5, -5, 5, 0, rect)).toBe(false);
    expect(segmentEntersRect(5, -5, 5, 15, rect)).toBe(true);
  });

  it("does not call touching rectangles overlapping", () => {
    const a = { x: 0, y: 0, width: 10, height: 10 };
    expect(rectsOverlap(a, { x: 10, y: 0, width: 5, height: 5 })).toBe(false);
    expect(rectsOverlap(a, { x: 9, y: 9, width: 5, height: 5 })).toBe(true);
  });

  it("measures the distance to the nearest point of a segment", () => {
    expect(distanceToSegment(0, 5, -10, 0, 10, 0)).toBe(5);
    expect(distanceToSegment(13, 4, -10, 0, 10, 0)).toBe(5);
    expect(distanceToSegment(3, 4, 0, 0, 0, 0)).toBe(5);
  });

  it("measures the distance to the nearest point of a rectangle", () => {
    const rect = { x: 0, y: 0, width: 10, height: 20 };
    expect(distanceToRect(rect, { x: 4, y: 20 })).toBe(0);
    expect(distanceToRect(rect, { x: -3, y: 5 })).toBe(3);
    expect(distanceToRect(rect, { x: 13, y: 24 })).toBe(5);
    expect(rectMiddle(rect)).toEqual({ x: 5, y: 10 });
  });
});

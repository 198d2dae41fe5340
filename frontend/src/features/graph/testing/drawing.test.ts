import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Rect, rectsOverlap, segmentEntersRect } from "../../../lib/geometry/geometry";
import { layOutScopes } from "../layout/compound/layout-scopes";
import type { LayoutOptions, LayoutRequest, LayoutResult, ScopeRequest } from "../layout/request";
import { forEachPiece } from "../layout/route/route-curve";
import { LABEL_HEIGHT } from "../layout/spacing";
import { makeRequest } from "./make-request";
import { emptyCache } from "./whole-engine";

const SLACK = 1e-6;

const shapes = fc.record({
  seed: fc.nat(),
  children: fc.integer({ min: 1, max: 40 }),
  density: fc.constantFrom(0.3, 1, 1.6, 3),
  open: fc.integer({ min: 0, max: 6 }),
});

const options: fc.Arbitrary<LayoutOptions> = fc.record({
  direction: fc.constantFrom("bottom-to-top", "top-down", "left-to-right"),
  spacing: fc.constantFrom("compact", "normal", "airy"),
  edges: fc.constantFrom("curved", "right-angled"),
});

/** Canvases on which what is open is folded; undefined for none. */
const canvases = fc.constantFrom(
  undefined,
  { width: 4000, height: 400 },
  { width: 400, height: 4000 },
);

/** Checks a property of drawings; the counterexample is a seed, not a page of numbers. */
function assertDrawn(
  check: (request: LayoutRequest, result: LayoutResult) => void,
  numRuns = 100,
): void {
  fc.assert(
    fc.property(shapes, options, canvases, (shape, chosen, canvas) => {
      const { scopes } = makeRequest(shape);
      const request = { scopes, options: chosen, ...(canvas && { canvas, first: scopes }) };
      check(request, layOutScopes(request, emptyCache()));
    }),
    { numRuns },
  );
}

/** The boxes of the children of one scope. */
function boxesOf(scope: ScopeRequest, result: LayoutResult, index: number): Rect[] {
  const { x, y, width, height } = result.scopes[index];
  return Array.from({ length: scope.childCount }, (_, v) => {
    return { x: x[v], y: y[v], width: width[v], height: height[v] };
  });
}

/** The box of a child with its annotations. */
function footprint(scope: ScopeRequest, box: Rect, v: number, isHorizontal: boolean): Rect {
  // Beside an open child nothing stands.
  if (scope.openScope[v] >= 0) return box;
  const [before, after] = [scope.roomBefore[v], scope.roomAfter[v]];
  if (isHorizontal) {
    const wide = Math.max(box.width, before + after);
    const x = box.x + (box.width - wide) / 2;
    return { x, y: box.y, width: wide, height: box.height + scope.annotationHeight[v] };
  }
  const tall = Math.max(box.height, scope.annotationHeight[v]);
  const y = box.y + (box.height - tall) / 2;
  return { x: box.x - before, y, width: box.width + before + after, height: tall };
}

function shrink({ x, y, width, height }: Rect): Rect {
  return { x: x + SLACK, y: y + SLACK, width: width - 2 * SLACK, height: height - 2 * SLACK };
}

/** The boxes of all scopes; that of the top level is the whole drawing. */
function scopeBoxes({ scopes }: LayoutRequest, result: LayoutResult): Rect[] {
  const boxes: Rect[] = [{ x: 0, y: 0, width: result.width, height: result.height }];
  scopes.forEach((scope, index) => {
    boxesOf(scope, result, index).forEach((box, v) => {
      if (scope.openScope[v] >= 0) boxes[scope.openScope[v]] = box;
    });
  });
  return boxes;
}

/** Calls `visit` for every edge that is drawn. */
function forEachEdge(
  { scopes }: LayoutRequest,
  result: LayoutResult,
  visit: (scope: ScopeRequest, index: number, e: number, points: Float64Array) => void,
): void {
  scopes.forEach((scope, index) => {
    const { pointStart, points } = result.scopes[index];
    for (let e = 0; e < scope.source.length; e++) {
      const route = points.subarray(2 * pointStart[e], 2 * pointStart[e + 1]);
      if (route.length > 0) visit(scope, index, e, route);
    }
  });
}

function expectOnBorder(rect: Rect, x: number, y: number): void {
  const { x: left, y: top, width, height } = rect;
  expect(x).toBeGreaterThanOrEqual(left - SLACK);
  expect(x).toBeLessThanOrEqual(left + width + SLACK);
  expect(y).toBeGreaterThanOrEqual(top - SLACK);
  expect(y).toBeLessThanOrEqual(top + height + SLACK);
  const sides = [x - left, left + width - x, y - top, top + height - y];
  expect(Math.min(...sides.map(Math.abs))).toBeLessThan(SLACK);
}

describe("a drawing of made-up scopes, in any direction and style", () => {
  it("has no two boxes that overlap, and every box inside its scope", () => {
    assertDrawn((request, result) => {
      const around = scopeBoxes(request, result);
      const isHorizontal = request.options?.direction === "left-to-right";
      request.scopes.forEach((scope, index) => {
        const all = boxesOf(scope, result, index).map((box, v) =>
          shrink(footprint(scope, box, v, isHorizontal)),
        );
        all.forEach((box, v) => {
          expect(rectsOverlap(box, around[index])).toBe(true);
          expectInside(box, around[index]);
          for (const other of all.slice(0, v)) expect(rectsOverlap(box, other)).toBe(false);
        });
      });
    }, 120);
  });

  it("has no edge through a box, curves and all", () => {
    assertDrawn((request, result) => {
      const isHorizontal = request.options?.direction === "left-to-right";
      const boxes = request.scopes.map((scope, index) => boxesOf(scope, result, index).map(shrink));
      forEachEdge(request, result, (_scope, index, _e, route) => {
        const visit = (x0: number, y0: number, x1: number, y1: number): void => {
          for (const box of boxes[index]) {
            if (segmentEntersRect(x0, y0, x1, y1, box)) expect.fail("an edge enters a box");
          }
        };
        forEachPiece(route, 0, route.length / 2, visit, isHorizontal);
      });
    }, 120);
  });

  it("starts and ends every edge on the borders of its nodes, or of the scope", () => {
    assertDrawn((request, result) => {
      const around = scopeBoxes(request, result);
      const boxes = request.scopes.map((scope, index) => boxesOf(scope, result, index));
      forEachEdge(request, result, (scope, index, e, route) => {
        const n = route.length;
        const ends = [scope.source[e], scope.target[e]] as const;
        expectOnBorder(boxes[index][ends[0]] ?? around[index], route[0], route[1]);
        expectOnBorder(boxes[index][ends[1]] ?? around[index], route[n - 2], route[n - 1]);
      });
    });
  });

  it("joins an edge that goes on inside an open scope at the scope's port", () => {
    assertDrawn((request, result) => {
      forEachEdge(request, result, (scope, _index, e, route) => {
        const n = route.length;
        for (const [end, port, x, y] of [
          [scope.source[e], scope.sourcePort[e], route[0], route[1]],
          [scope.target[e], scope.targetPort[e], route[n - 2], route[n - 1]],
        ]) {
          const inside = scope.openScope[end] ?? -1;
          // A loop turns round beside its box.
          if (inside < 0 || port < 0 || scope.source[e] === scope.target[e]) continue;
          const at = request.scopes[inside].childCount + port;
          expect(x).toBeCloseTo(result.scopes[inside].x[at], 5);
          expect(y).toBeCloseTo(result.scopes[inside].y[at], 5);
        }
      });
    });
  });

  it("climbs at least one rank with every edge, but for those drawn against the flow", () => {
    assertDrawn((request, result) => {
      forEachEdge(request, result, (scope, index, e) => {
        const { rank, reversed } = result.scopes[index];
        const [source, target] = [rank[scope.source[e]], rank[scope.target[e]]];
        if (scope.source[e] === scope.target[e]) return;
        if (reversed[e]) expect(target).toBeLessThan(source);
        else expect(source).toBeLessThan(target);
      });
    });
  });

  it("covers no label with a box or another label", () => {
    assertDrawn((request, result) => {
      request.scopes.forEach((scope, index) => {
        const { labelX, labelY } = result.scopes[index];
        const labels = Array.from(scope.labelWidth.keys())
          .filter((e) => !Number.isNaN(labelX[e]))
          .map((e) => labelBox(labelX[e], labelY[e], scope.labelWidth[e]));
        const boxes = boxesOf(scope, result, index).map(shrink);
        labels.forEach((label, i) => {
          for (const box of boxes) expect(rectsOverlap(label, box)).toBe(false);
          for (const other of labels.slice(0, i)) {
            expect(rectsOverlap(label, shrink(other))).toBe(false);
          }
        });
      });
    });
  });

  it("covers nothing with labels that have grown as far as they may", () => {
    assertDrawn((request, result) => {
      request.scopes.forEach((scope, index) => {
        const { labelX, labelY, labelGrowth } = result.scopes[index];
        const boxes = boxesOf(scope, result, index);
        for (const factor of [1.3, 1.8, 2.4]) {
          const labels = Array.from(scope.labelWidth.keys())
            .filter((e) => !Number.isNaN(labelX[e]) && labelGrowth[e] >= factor)
            .map((e) => shrink(grown(labelX[e], labelY[e], scope.labelWidth[e], factor)));
          labels.forEach((label, i) => {
            for (const box of boxes) expect(rectsOverlap(label, shrink(box))).toBe(false);
            for (const other of labels.slice(0, i)) expect(rectsOverlap(label, other)).toBe(false);
          });
        }
      });
    });
  });

  it("is the same whenever it is made, whatever was drawn before", () => {
    const cache = emptyCache();
    assertDrawn((request, result) => {
      expect(layOutScopes(request, cache)).toEqual(result);
    }, 40);
  });
});

function grown(x: number, y: number, width: number, factor: number): Rect {
  const { x: left, y: top, ...size } = labelBox(x, y, width);
  const by = (factor - 1) / 2;
  return {
    x: left - by * size.width,
    y: top - by * size.height,
    width: factor * size.width,
    height: factor * size.height,
  };
}

function labelBox(x: number, y: number, width: number): Rect {
  return { x: x - width / 2, y: y - LABEL_HEIGHT / 2, width, height: LABEL_HEIGHT };
}

function expectInside(inner: Rect, outer: Rect): void {
  expect(inner.x).toBeGreaterThanOrEqual(outer.x - SLACK);
  expect(inner.y).toBeGreaterThanOrEqual(outer.y - SLACK);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + SLACK);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height + SLACK);
}

describe("extracts", () => {
  it("stand right of the main graph or below it, and no edge leads out of them", () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const request = makeRequest({ ...shape, open: 0 });
        const [scope] = request.scopes;
        const [result] = layOutScopes(request, emptyCache()).scopes;
        for (let v = 0; v < scope.childCount; v++) {
          for (let w = 0; w < scope.childCount; w++) {
            if (scope.role[v] >= scope.role[w]) continue;
            const isLeft = result.x[v] + result.width[v] <= result.x[w] + SLACK;
            const isAbove = result.y[v] + result.height[v] <= result.y[w] + SLACK;
            expect(isLeft || isAbove).toBe(true);
          }
        }
        forEachEdge(request, { ...layOutScopes(request, emptyCache()) }, (_scope, _index, e) => {
          expect(scope.cut[e]).toBe(0);
          expect(scope.role[scope.source[e]]).toBe(scope.role[scope.target[e]]);
        });
      }),
    );
  });
});

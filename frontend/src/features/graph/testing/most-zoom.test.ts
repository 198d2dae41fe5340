import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitScale } from "../layout/compound/arrange-groups";
import { toFlowFrame } from "../layout/compound/flow-direction";
import { planTop } from "../layout/compound/measure-scopes";
import { mostZoom } from "../layout/compound/most-zoom";
import type { Planning } from "../layout/compound/plan-scope";
import { finish } from "../layout/core/resumable";
import { DEFAULT_OPTIONS, type LayoutOptions } from "../layout/request";
import { makeRequest } from "./make-request";
import { emptyCache } from "./whole-engine";

const shapes = fc.record({
  seed: fc.nat(),
  children: fc.integer({ min: 1, max: 60 }),
  density: fc.constantFrom(0.3, 1, 1.6, 3),
  open: fc.constant(0),
});
const canvases = fc.constantFrom(
  { width: 1024, height: 724 },
  { width: 362, height: 609 },
  { width: 2048, height: 256 },
);

describe("the most zoom of a part", () => {
  it("is at least that of the drawing, though the part was planned in the other direction", () => {
    const directions = fc.constantFrom<LayoutOptions["direction"]>("left-to-right", "top-down");
    fc.assert(
      fc.property(shapes, canvases, directions, (shape, canvas, other) => {
        const [scope] = makeRequest(shape).scopes;
        const cache = emptyCache();
        const style = { spread: 1, isRightAngled: false, late: cache.late };
        const planning: Planning = { style, layers: cache.layers };
        const frame = (direction: LayoutOptions["direction"]) =>
          toFlowFrame(scope, { ...DEFAULT_OPTIONS, direction }, canvas, true);
        const { parts } = finish(planTop(frame("bottom-to-top"), planning, cache));
        const request = frame(other);
        const { closed } = finish(planTop(request, planning, cache));
        const zoom = fitScale(closed, request.canvas);
        for (const part of parts) {
          expect(mostZoom(request, part, style)).toBeGreaterThanOrEqual(zoom - 1e-9);
        }
      }),
      { numRuns: 60 },
    );
  });
});

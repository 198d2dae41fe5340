import fc from "fast-check";
import { expect, it } from "vitest";
import { type Rect, rectContains, rectMiddle, rectsOverlap } from "../../../lib/geometry/geometry";
import type { Camera } from "../options/camera";
import { isInView, MAX_FIT_SCALE, READABLE_SCALE, worldRectToView } from "../scene/camera";
import { minimapRect } from "./minimap-frame";
import {
  bringIntoView,
  freeParts,
  keepInView,
  type Stage,
  showExpanded,
  showFound,
  showOpened,
  zoomTo,
} from "./placement";

const SIZE = { width: 800, height: 600 };
const VIEW: Rect = { x: 0, y: 0, ...SIZE };
const CAMERA: Camera = { x: 0, y: 0, scale: 1 };
/** A search panel in the upper right corner. */
const PANEL: Rect = { x: 430, y: 10, width: 360, height: 330 };
const WORLD: Rect = { x: -2000, y: -2000, width: 6000, height: 5000 };

function stage(changes: Partial<Stage> = {}): Stage {
  const scene = { boxes: [], worldBounds: WORLD };
  return { camera: CAMERA, size: SIZE, scene, covers: [], hasMinimap: false, ...changes };
}

const closed = (worldRect: Rect) => ({ worldRect, isOpen: false });
const open = (worldRect: Rect) => ({ worldRect, isOpen: true });

const corner = fc.integer({ min: -1900, max: 1900 });
const rects = (most: number): fc.Arbitrary<Rect> => {
  const length = fc.integer({ min: 20, max: most });
  return fc.record({ x: corner, y: corner, width: length, height: length });
};
const cameras: fc.Arbitrary<Camera> = fc
  .tuple(corner, corner, fc.integer({ min: 5, max: 300 }))
  .map(([x, y, percent]) => ({ x, y, scale: percent / 100 }));
const panels = fc.array(
  fc.record({
    x: fc.integer({ min: -100, max: 800 }),
    y: fc.integer({ min: -100, max: 600 }),
    width: fc.integer({ min: 1, max: 500 }),
    height: fc.integer({ min: 1, max: 400 }),
  }),
  { maxLength: 4 },
);

it("finds the parts of a view that no panel covers", () => {
  fc.assert(
    fc.property(panels, (covers) => {
      const parts = freeParts(VIEW, covers);
      expect(parts.length).toBeGreaterThan(0);
      for (const part of parts.filter((part) => part !== VIEW)) {
        expect(covers.some((cover) => rectsOverlap(part, cover))).toBe(false);
        expect(part.x >= 0 && part.y >= 0).toBe(true);
        expect(part.x + part.width <= SIZE.width).toBe(true);
        expect(part.y + part.height <= SIZE.height).toBe(true);
      }
    }),
  );
  expect(freeParts(VIEW, [])).toEqual([VIEW]);
  expect(freeParts(VIEW, [PANEL])).toEqual([
    { x: 0, y: 0, width: 430, height: 600 },
    { x: 0, y: 340, width: 800, height: 260 },
  ]);
  expect(freeParts(VIEW, [{ x: 0, y: 0, width: 800, height: 590 }])).toEqual([VIEW]);
});

it("takes the part of the view in which an opened scope has most room", () => {
  const wide = { x: 0, y: 0, width: 760, height: 200 };
  const found = showOpened(stage({ covers: [PANEL] }), open(wide));
  expect(found.scale).toBe(1);
  expect(worldRectToView(found, wide).y).toBeGreaterThan(PANEL.y + PANEL.height);
});

it("shows an opened scope whole and beside panels and minimap, as large as can be read", () => {
  fc.assert(
    fc.property(cameras, rects(400), (camera, rect) => {
      const found = showOpened(stage({ camera, covers: [PANEL], hasMinimap: true }), open(rect));
      const shown = worldRectToView(found, rect);
      expect(isInView(found, rect, SIZE)).toBe(true);
      expect(rectsOverlap(shown, PANEL)).toBe(false);
      expect(rectsOverlap(shown, minimapRect(WORLD, SIZE))).toBe(false);
      expect(found.scale).toBeGreaterThanOrEqual(READABLE_SCALE);
      expect(found.scale).toBeLessThanOrEqual(Math.max(camera.scale, READABLE_SCALE));
    }),
  );
});

it("leaves the camera where an opened scope is in sight already", () => {
  const rect = { x: 100, y: 100, width: 300, height: 200 };
  expect(showOpened(stage(), open(rect))).toEqual(CAMERA);
});

it("zooms out no further than it must, and never so far that names cannot be read", () => {
  const fitting = { x: 0, y: 0, width: 900, height: 300 };
  const shown = showOpened(stage(), open(fitting));
  expect(shown.scale).toBeCloseTo((SIZE.width - 2 * 16) / 900);
  expect(isInView(shown, fitting, SIZE)).toBe(true);
  const large = { x: 0, y: 0, width: 9000, height: 3000 };
  expect(showOpened(stage(), open(large)).scale).toBe(READABLE_SCALE);
});

it("shows the first nodes of a scope that is too large", () => {
  const scope = { x: 0, y: 0, width: 9000, height: 3000 };
  const first = { x: 4000, y: 30, width: 100, height: 40 };
  const last = { x: 200, y: 2900, width: 100, height: 40 };
  const boxes = [open(scope), closed(first), closed(last)] as unknown as Stage["scene"]["boxes"];
  const found = showOpened(stage({ scene: { boxes, worldBounds: scope } }), open(scope));
  expect(isInView(found, first, SIZE)).toBe(true);
  expect(worldRectToView(found, scope).y).toBeGreaterThanOrEqual(0);
});

it("shows what was found in the middle of what is free, not small and not covered", () => {
  const nodes = fc.record({
    x: corner,
    y: corner,
    width: fc.integer({ min: 36, max: 240 }),
    height: fc.constantFrom(24, 40, 46),
  });
  fc.assert(
    fc.property(cameras, nodes, (camera, rect) => {
      const found = showFound(stage({ camera, covers: [PANEL], hasMinimap: true }), closed(rect));
      const shown = worldRectToView(found, rect);
      expect(shown.height).toBeGreaterThanOrEqual(24);
      expect(rectsOverlap(shown, PANEL)).toBe(false);
      expect(isInView(found, rect, SIZE)).toBe(true);
      const isLarge = camera.scale >= 1.2 && camera.scale * rect.width < 200;
      if (isLarge) expect(found.scale).toBe(camera.scale);
    }),
  );
  const node = { x: 900, y: 900, width: 100, height: 24 };
  const middle = rectMiddle(worldRectToView(showFound(stage(), closed(node)), node));
  expect(middle).toEqual(rectMiddle(VIEW));
});

it("moves no further than it must to bring a node into view", () => {
  const inView = { x: 100, y: 100, width: 50, height: 20 };
  expect(bringIntoView(stage(), closed(inView))).toEqual(CAMERA);
  const moved = bringIntoView(stage(), closed({ x: 900, y: 100, width: 50, height: 20 }));
  expect(moved).toEqual({ x: -(950 - 800) - 16, y: 0, scale: 1 });
  const covered = { x: 500, y: 100, width: 50, height: 20 };
  expect(bringIntoView(stage({ covers: [PANEL] }), closed(covered)).x).toBe(430 - 16 - 550);
});

it("leaves a node that stays in view where it is, and brings back one that does not", () => {
  const atEdge = { x: 749, y: 100, width: 50, height: 20 };
  expect(keepInView(stage(), closed(atEdge))).toEqual(CAMERA);
  const cut = { x: 780, y: 100, width: 50, height: 20 };
  expect(isInView(keepInView(stage(), closed(cut)), cut, SIZE)).toBe(true);
});

it("zooms to all of a node, as large as there is room for", () => {
  const scope = { x: 50, y: 70, width: 4000, height: 300 };
  const found = zoomTo(stage(), open(scope));
  expect(worldRectToView(found, scope).width).toBeCloseTo(SIZE.width - 2 * 16);
  const op = { x: 50, y: 70, width: 60, height: 24 };
  const { x, y } = rectMiddle(worldRectToView(zoomTo(stage(), closed(op)), op));
  expect(rectContains({ x: 399, y: 299, width: 2, height: 2 }, x, y)).toBe(true);
  expect(zoomTo(stage(), closed(op)).scale).toBe(MAX_FIT_SCALE);
});

it("shows all of a drawing where that can be read, and otherwise a node as if it had been opened", () => {
  fc.assert(
    fc.property(cameras, rects(3000), panels, (camera, worldBounds, covers) => {
      const box = open({ ...worldBounds, width: worldBounds.width / 3 });
      const before = stage({ camera, covers, scene: { boxes: [], worldBounds } });
      const after = showExpanded(before, box);
      expect(after.scale).toBeGreaterThanOrEqual(READABLE_SCALE);
      if (isInView(after, worldBounds, SIZE)) return;
      expect(after).toEqual(showOpened(before, box));
      const { width, height } = worldBounds;
      const isTooLarge = Math.min(SIZE.width / width, SIZE.height / height) < READABLE_SCALE;
      expect(isTooLarge || covers.length > 0).toBe(true);
    }),
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rectsOverlap } from "../../../lib/geometry/geometry";
import type { LayoutOptions } from "../layout/request";
import { FIT_MARGIN, fitCamera, READABLE_SCALE, worldRectToView } from "../scene/camera";
import type { SceneBox } from "../scene/scene";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { type Drawn, initialCamera } from "./initial-camera";
import { minimapRect } from "./minimap-frame";

const mnist = buildScene(mnistScopes, []);
type Direction = LayoutOptions["direction"];

const PHONE = { width: 390, height: 620 };

/** A drawing with boxes of its top level at these places of its width. */
function drawn(
  width: number,
  height: number,
  at: readonly number[],
  direction: Direction = "bottom-to-top",
): Drawn {
  const boxes = at.map((x): SceneBox => {
    return { ...mnist.boxes[0], worldRect: { x, y: 0, width: 80, height: 40 } };
  });
  const style = { ...mnist.style, direction };
  return { worldBounds: { x: 0, y: 0, width, height }, boxes, edges: [], style };
}

describe("the opening camera", () => {
  const sizes = fc.record({
    width: fc.integer({ min: 300, max: 1_600 }),
    height: fc.integer({ min: 200, max: 900 }),
  });
  const side = fc.integer({ min: 100, max: 5_000 });
  const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 9 });
  const styles = fc.constantFrom<Direction>("bottom-to-top", "top-down", "left-to-right");

  it("shows everything where it can be read then, and else as much of it as can be", () => {
    fc.assert(
      fc.property(side, side, places, sizes, styles, (width, height, parts, size, direction) => {
        const at = parts.map((part) => part * (width - 80));
        const scene = drawn(width, height, at, direction);
        const whole = fitCamera(scene.worldBounds, size);
        const camera = initialCamera(scene, size);
        if (whole.scale >= READABLE_SCALE) expect(camera).toEqual(whole);
        else expect(camera.scale).toBe(READABLE_SCALE);
        const seen = worldRectToView(camera, scene.worldBounds);
        expectFilled(seen.x, seen.width, size.width);
        expectFilled(seen.y, seen.height, size.height);
      }),
    );
  });

  it("turns to where most of the main graph is", () => {
    const at = initialCamera(drawn(1_700, 300, [0, 40, 100, 200, 1_600]), PHONE);
    expect(at.x).toBe(FIT_MARGIN);
  });

  it.each([
    ["has the node in view from which the flow begins", 430, 0],
    ["leaves the beginning out of view where it would hide most of the rest", 2_800, 1],
  ])("%s", (_, beginning, shown) => {
    const boxes = [beginning, 0, 40, 80].map((x, at) => ({
      ...mnist.boxes[0],
      node: { ...mnist.boxes[0].node, name: `${at}` },
      worldRect: { x, y: 100, width: 80, height: 40 },
    }));
    const edges = [1, 2, 3].map((at) => ({ ...mnist.edges[0], source: "0", target: `${at}` }));
    const scene = { ...drawn(3_000, 300, []), boxes, edges };
    const { x, width } = worldRectToView(initialCamera(scene, PHONE), boxes[shown].worldRect);
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(PHONE.width);
  });

  it("has the node with most parameters in view, and where data begins beside it", () => {
    const box = (name: string, x: number, parameters: number | null): SceneBox => ({
      ...mnist.boxes[0],
      node: {
        ...mnist.boxes[0].node,
        name,
        costs: { ...mnist.boxes[0].node.costs, parameters },
      },
      worldRect: { x, y: 100, width: 80, height: 40 },
    });
    const seenAt = (heaviest: number): boolean[] => {
      const boxes = [box("0", 1_000, null), box("1", heaviest, 9), box("2", 1_100, 3)];
      const edges = [1, 2].map((at) => ({ ...mnist.edges[0], source: "0", target: `${at}` }));
      const scene = { ...drawn(3_000, 300, []), boxes, edges };
      const camera = initialCamera(scene, PHONE);
      return boxes.map(({ worldRect }) => {
        const { x, width } = worldRectToView(camera, worldRect);
        return x >= 0 && x + width <= PHONE.width;
      });
    };
    expect(seenAt(620).slice(0, 2)).toEqual([true, true]);
    expect(seenAt(100).slice(0, 2)).toEqual([false, true]);
  });

  it("has the node with most parameters in the middle where no other has room beside it", () => {
    const box = (name: string, x: number, y: number, parameters: number): SceneBox => {
      const costs = { ...mnist.boxes[0].node.costs, parameters };
      const node = { ...mnist.boxes[0].node, name, costs };
      return { ...mnist.boxes[0], node, worldRect: { x, y, width: 80, height: 40 } };
    };
    const others = [0, 1, 2].map((at) => box(`other${at}`, 1_000 * at, 100, 1));
    const scene = {
      ...drawn(3_000, 4_000, []),
      boxes: [...others, box("heaviest", 1_500, 2_000, 9)],
    };
    const camera = initialCamera(scene, PHONE);
    const { x, y, width, height } = worldRectToView(camera, scene.boxes[3].worldRect);
    expect(x + width / 2).toBeCloseTo(PHONE.width / 2);
    expect(y + height / 2).toBeCloseTo(PHONE.height / 2);
  });

  it("has as many nodes around the one with most parameters as there can be", () => {
    const box = (name: string, x: number, y: number, parameters: number | null): SceneBox => {
      const costs = { ...mnist.boxes[0].node.costs, parameters };
      const node = { ...mnist.boxes[0].node, name, costs };
      return { ...mnist.boxes[0], node, worldRect: { x, y, width: 80, height: 40 } };
    };
    const far = Array.from({ length: 12 }, (_, at) => box(`far${at}`, 2_500, 60 * at, 1));
    const near = [0, 60, 120].map((y) => box(`near${y}`, 300, 1_500 - y, 1));
    const boxes = [...far, box("heaviest", 40, 1_200, 9), ...near];
    const scene = { ...drawn(3_000, 2_000, []), boxes };
    const camera = initialCamera(scene, PHONE);
    const seen = boxes.filter(({ worldRect }) => {
      const { x, y, width, height } = worldRectToView(camera, worldRect);
      return x >= 0 && x + width <= PHONE.width && y >= 0 && y + height <= PHONE.height;
    });
    expect(seen.map(({ node }) => node.name)).toEqual(["heaviest", "near0", "near60", "near120"]);
  });

  it("has the node with most parameters beside the minimap", () => {
    const view = { width: 1_100, height: 700 };
    const costs = { ...mnist.boxes[0].node.costs, parameters: 9 };
    const heaviest = { ...mnist.boxes[0], node: { ...mnist.boxes[0].node, costs } };
    const at = (x: number, y: number) => [
      { ...heaviest, worldRect: { x, y, width: 80, height: 40 } },
    ];
    for (let x = 0; x < 3_000; x += 150) {
      const scene = { ...drawn(3_000, 2_000, []), boxes: at(x, 1_900) };
      const camera = initialCamera(scene, view);
      const map = minimapRect(scene.worldBounds, view);
      expect(rectsOverlap(map, worldRectToView(camera, scene.boxes[0].worldRect))).toBe(false);
    }
  });

  it("begins at the model, rather than at the pipeline that prepares its data", () => {
    const places = [0, 150, 300, 450, 2_000, 2_150, 2_300];
    const boxes = places.map((x, at): SceneBox => {
      const costs = { ...mnist.boxes[0].node.costs, parameters: at === 5 ? 9 : null };
      const node = { ...mnist.boxes[0].node, name: `${at}`, costs };
      return { ...mnist.boxes[0], node, worldRect: { x, y: 100, width: 80, height: 40 } };
    });
    // The iterator of the data, 4, has no line from what makes the data.
    const ends = [
      [0, 1],
      [1, 2],
      [2, 3],
      [4, 5],
      [5, 6],
    ];
    const edges = ends.map(([from, to]) => ({
      ...mnist.edges[0],
      source: `${from}`,
      target: `${to}`,
    }));
    const camera = initialCamera({ ...drawn(3_000, 300, []), boxes, edges }, PHONE);
    const seen = boxes.filter(({ worldRect }) => {
      const { x, width } = worldRectToView(camera, worldRect);
      return x >= 0 && x + width <= PHONE.width;
    });
    expect(seen.map(({ node }) => node.name)).toEqual(["4", "5", "6"]);
  });

  it("turns to the open scope with most nodes, and to where it begins", () => {
    const box = (scope: string, name: string, x: number): SceneBox => ({
      ...mnist.boxes[0],
      scope,
      node: { ...mnist.boxes[0].node, name },
      worldRect: { x, y: 100, width: 80, height: 40 },
    });
    const outside = [box("", "x", 0), box("", "net", 1_000)];
    const inside = [box("net", "a", 2_000), box("net", "b", 1_900), box("net", "c", 2_100)];
    const line = (source: string, target: string) => ({ ...mnist.edges[0], source, target });
    const edges = [line("x", "a"), line("a", "b"), line("a", "c")];
    const scene = { ...drawn(3_000, 300, []), boxes: [...outside, ...inside], edges };
    const { x, width } = worldRectToView(initialCamera(scene, PHONE), inside[0].worldRect);
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(PHONE.width);
  });

  it("shows the main graph from where the flow begins, and none of what is below it", () => {
    const tall = drawn(300, 6_000, [], "bottom-to-top");
    const boxes = [0, 3_960].map((y): SceneBox => {
      return { ...mnist.boxes[0], worldRect: { x: 100, y, width: 80, height: 40 } };
    });
    const { y, height } = worldRectToView(
      initialCamera({ ...tall, boxes }, PHONE),
      boxes[1].worldRect,
    );
    expect(y + height).toBeCloseTo(PHONE.height - FIT_MARGIN);
  });

  it("turns to where the flow begins", () => {
    const tall = drawn(300, 4_000, [0, 40], "bottom-to-top");
    const boxes = [0, 3_960].map((y) => ({
      ...tall.boxes[0],
      worldRect: { x: 100, y, width: 80, height: 40 },
    }));
    const endOf = (direction: Direction): number => {
      const scene = { ...tall, boxes, style: { ...tall.style, direction } };
      const seen = worldRectToView(initialCamera(scene, PHONE), scene.worldBounds);
      return seen.y < 0 ? PHONE.height - (seen.y + seen.height) : -seen.y;
    };
    expect(endOf("bottom-to-top")).toBeCloseTo(FIT_MARGIN);
    expect(endOf("top-down")).toBeCloseTo(-FIT_MARGIN);
  });
});

/** What is shorter than the view is in its middle; else it reaches the margin on either side. */
function expectFilled(start: number, length: number, view: number): void {
  if (length <= view - 2 * FIT_MARGIN) expect(start + length / 2).toBeCloseTo(view / 2);
  else {
    expect(start).toBeLessThan(FIT_MARGIN + 0.01);
    expect(start + length).toBeGreaterThan(view - FIT_MARGIN - 0.01);
  }
}

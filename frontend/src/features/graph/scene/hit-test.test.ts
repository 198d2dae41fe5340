import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rectContains } from "../../../lib/geometry/geometry";
import { RectIndex } from "../../../lib/geometry/rect-index";
import { SCOPE_HEADER } from "../layout/spacing";
import { buildScene } from "../testing/build-scene";
import { mnistNames, mnistScopes } from "../testing/mnist-graph";
import { annotationRows } from "./annotation-rows";
import { distanceToRoute, type Hit, hitTest, isButton, isTitle, VIEW_REACH } from "./hit-test";
import type { Scene, SceneBox } from "./scene";

const scene = buildScene(mnistScopes, mnistNames);
const points = fc.tuple(
  fc.double({ min: 0, max: scene.worldBounds.width, noNaN: true }),
  fc.double({ min: 0, max: scene.worldBounds.height, noNaN: true }),
);

/** Zooms with and without buttons. */
const scales = fc.constantFrom(0.2, 1);

/** The same question answered by looking at everything. */
function hitByLooking(from: Scene, x: number, y: number, scale: number): string {
  const inside = from.boxes.filter(({ worldRect }) => rectContains(worldRect, x, y));
  const box = inside.at(-1);
  if (box && isButton(box, x, y, scale)) return `button ${box.node.name}`;
  if (box && (!box.isOpen || isTitle(box, x, y, scale))) return `box ${box.node.name}`;
  const beyond = from.edges.map(({ worldPoints, width }) =>
    Math.max(0, distanceToRoute(worldPoints, x, y) - width / 2),
  );
  const least = Math.min(...beyond);
  if (least <= VIEW_REACH / scale) return `edge ${from.edges[beyond.indexOf(least)].key}`;
  const annotated = from.boxes.flatMap((each) => annotationAt(each, x, y));
  if (annotated.length > 0) return annotated[0];
  if (!box) return "ground";
  return `${y < box.worldRect.y + SCOPE_HEADER ? "box" : "inside"} ${box.node.name}`;
}

function annotationAt(box: SceneBox, x: number, y: number): string[] {
  return annotationRows(box)
    .filter((row) => row.item && rectContains(row.worldRect, x, y))
    .map(({ item }) => `annotation ${item?.annotation?.name}`);
}

function describeHit(hit: Hit | undefined): string {
  if (hit === undefined) return "ground";
  if (hit.kind === "edge") return `edge ${hit.edge.key}`;
  if (hit.kind === "annotation") return `annotation ${hit.annotation.name}`;
  return `${hit.kind} ${hit.box.node.name}`;
}

describe("hit testing", () => {
  it("finds what looking at everything finds", () => {
    fc.assert(
      fc.property(points, scales, ([x, y], scale) => {
        expect(describeHit(hitTest(scene, x, y, scale))).toBe(hitByLooking(scene, x, y, scale));
      }),
      { numRuns: 500 },
    );
  });

  it("finds the button of a closed scope at its left end, and its body at the right", () => {
    const closed = buildScene(mnistScopes, []);
    const rect = closed.boxByName.get("layer1")?.worldRect ?? closed.worldBounds;
    const middle = rect.y + rect.height / 2;
    expect(describeHit(hitTest(closed, rect.x + 10, middle, 1))).toBe("button layer1");
    expect(describeHit(hitTest(closed, rect.x + rect.width - 5, middle, 1))).toBe("box layer1");
  });

  it("finds the name of an open scope before a line that passes under it", () => {
    const box = scene.boxes.find(({ isOpen }) => isOpen) ?? scene.boxes[0];
    const { x, y } = box.worldRect;
    const line = {
      ...scene.edges[0],
      worldPoints: Float64Array.of(x + 40, y - 50, x + 40, y + 90),
    };
    const crossed = {
      ...scene,
      edges: [line],
      edgeIndex: new RectIndex([line], () => ({ x: x + 39, y: y - 50, width: 2, height: 140 })),
    };
    expect(describeHit(hitTest(crossed, x + 40, y + 10, 1))).toBe(`box ${box.node.name}`);
    expect(describeHit(hitTest(crossed, x + 40, y - 10, 1))).toBe(`edge ${line.key}`);
  });

  it("finds no button where the zoom is too small for one to be drawn", () => {
    const closed = buildScene(mnistScopes, []);
    const rect = closed.boxByName.get("layer1")?.worldRect ?? closed.worldBounds;
    const hit = hitTest(closed, rect.x + 10, rect.y + rect.height / 2, 0.44);
    expect(describeHit(hit)).toBe("box layer1");
  });
});

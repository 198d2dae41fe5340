import { describe, expect, it } from "vitest";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { easeOut, interpolateScenes } from "./interpolate";

const closed = buildScene(mnistScopes, []);
const opened = buildScene(mnistScopes, ["layer1"]);

describe("the way between two scenes", () => {
  it("starts where things stood and ends at the later scene", () => {
    const start = interpolateScenes(closed, opened, 0);
    for (const box of closed.boxes) {
      expect(start.boxByName.get(box.node.name)?.worldRect).toEqual(box.worldRect);
    }
    const end = interpolateScenes(closed, opened, 1);
    expect(end.boxes.map((box) => [box.worldRect, box.opacity])).toEqual(
      opened.boxes.map((box) => [box.worldRect, 1]),
    );
    expect(end.edges.map((edge) => edge.worldPoints)).toEqual(
      opened.edges.map((edge) => edge.worldPoints),
    );
  });

  it("moves every edge that stays, with as many points before as after", () => {
    const points = new Map(closed.edges.map((edge) => [edge.key, edge.worldPoints.length]));
    const staying = opened.edges.filter(({ key }) => points.has(key));
    expect(staying.length).toBe(closed.edges.length);
    for (const edge of staying) expect(edge.worldPoints.length).toBe(points.get(edge.key));
  });

  it("lets new things appear while there is room made for them", () => {
    const inside = (t: number) =>
      interpolateScenes(closed, opened, t).boxByName.get("layer1/MatMul")?.opacity;
    expect([inside(0), inside(0.1), inside(0.7), inside(1)]).toEqual([0, 0, 1, 1]);
    expect(inside(0.4)).toBeCloseTo(0.5);
  });

  it("runs from 0 to 1 without a jump", () => {
    expect([easeOut(0), easeOut(0.5), easeOut(1)]).toEqual([0, 0.875, 1]);
  });
});

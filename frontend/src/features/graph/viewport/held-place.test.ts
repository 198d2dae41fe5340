import { expect, it } from "vitest";
import { worldToView } from "../scene/camera";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { holdMiddle, movedNode } from "./held-place";

const whole = buildScene(mnistScopes, []);
const size = { width: 800, height: 600 };

it("leaves what is in the middle where it is", () => {
  const [box] = whole.boxes;
  const rect = { ...box.worldRect, x: box.worldRect.x + 130, y: box.worldRect.y - 40 };
  const moved = { ...box, worldRect: rect };
  const boxByName = new Map(whole.boxByName).set(box.node.name, moved);
  const camera = {
    scale: 0.8,
    x: size.width / 2 - 0.8 * box.worldRect.x,
    y: size.height / 2 - 0.8 * box.worldRect.y,
  };
  const held = holdMiddle(whole, { ...whole, boxByName }, camera, size);
  expect(held.scale).toBe(0.8);
  const [was, is] = [worldToView(camera, box.worldRect), worldToView(held, rect)];
  expect(is.x).toBeCloseTo(was.x, 6);
  expect(is.y).toBeCloseTo(was.y, 6);
});

it("tells the one node that left the main graph or joined it", () => {
  const [box, other] = whole.boxes.filter(({ node }) => node.role === "main");
  const without = (...boxes: (typeof box)[]) => ({
    ...whole,
    boxes: whole.boxes.map((one) =>
      boxes.includes(one) ? { ...one, node: { ...one.node, role: "out_extract" as const } } : one,
    ),
  });
  expect(movedNode(whole, whole)).toBeUndefined();
  expect(movedNode(whole, without(box))).toBe(box?.node.name);
  expect(movedNode(whole, without(box, other))).toBeUndefined();
});

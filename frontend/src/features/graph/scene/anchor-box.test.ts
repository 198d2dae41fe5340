import { expect, it } from "vitest";
import { buildScene } from "../testing/build-scene";
import { buildScopes } from "../testing/make-graph";
import { mnistScopes } from "../testing/mnist-graph";
import { anchorBox } from "./anchor-box";

const scene = buildScene(mnistScopes, ["layer1", "layer1/weights"]);
const EVERYTHING = scene.worldBounds;

function around(name: string) {
  const rect = scene.boxByName.get(name)?.worldRect;
  if (rect === undefined) throw new Error(`There is no ${name}.`);
  return rect;
}

it("holds the outermost scope around the selected node", () => {
  const inner = mnistScopes.get("layer1/weights")?.nodes[0].name ?? "";
  expect(scene.boxByName.has(inner)).toBe(true);
  expect(anchorBox(scene, inner, EVERYTHING)).toBe("layer1");
  expect(anchorBox(scene, "layer2", EVERYTHING)).toBe("layer2");
});

it("holds what is nearest to the middle of the view when nothing is selected", () => {
  expect(anchorBox(scene, "", around("layer2"))).toBe("layer2");
  expect(anchorBox(scene, "", around("layer1/weights"))).toBe("layer1");
  expect(anchorBox(scene, "no such node", around("input"))).toBe("input");
});

it("holds nothing in an empty scene", () => {
  const empty = buildScene(buildScopes([], []), []);
  expect(anchorBox(empty, "", EVERYTHING)).toBeUndefined();
});

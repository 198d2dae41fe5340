import { expect, it } from "vitest";
import { buildScene } from "../testing/build-scene";
import { buildScopes } from "../testing/make-graph";
import { hasSameContent } from "../viewport/scene-anchor";
import { markedScene } from "./marked-scene";

it("marks nodes, and the edges at those that the other graph lacks; nothing moves", () => {
  const scene = buildScene(
    buildScopes(
      ["in", "new", "out"],
      [
        ["in", "new", "data"],
        ["new", "out", "data"],
        ["in", "out", "data"],
      ],
    ),
    [],
  );
  const change = { status: "added", added: 1, removed: 0, changed: 0, moved: 0 } as const;
  const moved = { ...change, status: "moved", added: 0, moved: 1 } as const;
  const changes = new Map<string, typeof change | typeof moved>([
    ["new", change],
    ["in", moved],
  ]);
  const marked = markedScene(scene, (scope, name) => (scope === "" ? changes.get(name) : null));
  expect(marked.boxByName.get("new")?.node.change).toBe(change);
  expect(marked.boxByName.get("in")?.node.change).toBe(moved);
  expect(marked.boxByName.get("out")?.node.change).toBeFalsy();
  const became = marked.edges.map(({ source, target, change: of }) => [source, target, of ?? null]);
  expect(became.sort()).toEqual([
    ["in", "new", "added"],
    ["in", "out", null],
    ["new", "out", "added"],
  ]);
  expect(
    hasSameContent(
      scene,
      markedScene(scene, () => null),
    ),
  ).toBe(true);
  expect(marked.boxes.map(({ worldRect }) => worldRect)).toEqual(
    scene.boxes.map(({ worldRect }) => worldRect),
  );
});

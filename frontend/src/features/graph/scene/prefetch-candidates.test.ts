import { describe, expect, it } from "vitest";
import { buildScene } from "../testing/build-scene";
import { mnistScopes } from "../testing/mnist-graph";
import { prefetchCandidates } from "./prefetch-candidates";
import type { Scene, SceneBox } from "./scene";

const scene = buildScene(mnistScopes, ["layer1"]);
const layer2 = scene.boxByName.get("layer2") as SceneBox;

/** A scene of closed scopes side by side, 100 wide, with so many ops inside each. */
function row(counts: readonly number[]): Scene {
  const boxes = counts.map((count, i): SceneBox => {
    const worldRect = { x: 100 * i, y: 0, width: 80, height: 40 };
    return { ...layer2, node: { ...layer2.node, name: `s${i}`, count }, worldRect };
  });
  return { ...scene, boxes };
}

function viewOf(first: number, last: number) {
  return { x: 100 * first, y: 0, width: 100 * (last - first) + 80, height: 40 };
}

describe("the scopes near a view", () => {
  it("are closed and can be opened", () => {
    const near = prefetchCandidates(scene, scene.worldBounds);
    expect(near).toContain("layer2");
    expect(near).toContain("layer1/weights");
    expect(near).not.toContain("layer1");
    for (const name of near) expect(scene.boxByName.get(name)?.node.expandable).toBe(true);
  });

  it("are those nearest to its middle", () => {
    const many = row(new Array(60).fill(2));
    const near = prefetchCandidates(many, viewOf(30, 34));
    const places = near.map((name) => Number(name.slice(1)));
    expect(near.length).toBe(16);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(32 - 8);
    expect(Math.max(...places)).toBeLessThanOrEqual(32 + 8);
  });

  it("stand from the smallest to the largest, and hold no more than can be sent ahead", () => {
    expect(prefetchCandidates(row([12_000, 30, 50_000, 7]), viewOf(0, 3))).toEqual([
      "s3",
      "s1",
      "s0",
    ]);
    expect(prefetchCandidates(row([12_000, 30, 9_000]), viewOf(0, 2))).toEqual(["s1", "s2"]);
  });
});

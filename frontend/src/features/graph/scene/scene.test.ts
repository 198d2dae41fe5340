import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Rect, rectsOverlap, segmentEntersRect } from "../../../lib/geometry/geometry";
import { DEFAULT_OPTIONS, isHorizontal, type LayoutOptions } from "../layout/request";
import { forEachPiece } from "../layout/route/route-curve";
import { parentName, type Scope } from "../scope/model";
import { buildScene } from "../testing/build-scene";
import { buildScopes } from "../testing/make-graph";
import { mnistNames, mnistScopes } from "../testing/mnist-graph";
import { emptyCache } from "../testing/whole-engine";
import { footprint, type Scene, type SceneBox, type SceneEdge } from "./scene";

/** A hierarchy of ops two scopes deep with base edges at random, as the server would send it. */
function scopeTrees(most: number): fc.Arbitrary<ReadonlyMap<string, Scope>> {
  const part = fc.integer({ min: 0, max: 2 });
  const op = fc.tuple(part, part, fc.integer({ min: 0, max: 5 })).map(([a, b, c]) => {
    if (a === 0) return `o${c}`;
    return b === 0 ? `s${a}/o${c}` : `s${a}/t${b}/o${c}`;
  });
  return fc
    .uniqueArray(op, { minLength: 2, maxLength: most })
    .chain((ops) => {
      const one = fc.constantFrom(...ops);
      const kind = fc.constantFrom("data" as const, "control" as const);
      return fc.tuple(
        fc.constant(ops),
        fc.array(fc.tuple(one, one, kind), { maxLength: 2 * most }),
      );
    })
    .map(([ops, edges]) => buildScopes(ops, edges));
}

const SLACK = 1e-6;

function edgeBetween(scene: Scene, source: string, target: string): SceneEdge[] {
  return scene.edges.filter(
    (edge) => edge.source === source && edge.target === target && edge.key.startsWith("\n"),
  );
}

function boxNamed(scene: Scene, name: string): SceneBox {
  const box = scene.boxByName.get(name);
  if (box === undefined) throw new Error(`${name} is not in the scene`);
  return box;
}

const styles: fc.Arbitrary<LayoutOptions> = fc.record({
  direction: fc.constantFrom("bottom-to-top", "top-down", "left-to-right"),
  spacing: fc.constantFrom("compact", "normal", "airy"),
  edges: fc.constantFrom("curved", "right-angled"),
});

/** No two boxes share area unless one is inside the other; children lie inside their scope. */
function expectBoxesApart(scene: Scene): void {
  for (const box of scene.boxes) {
    const holder = scene.boxByName.get(box.scope);
    if (holder) expectInside(footprint(box), holder.worldRect);
    for (const other of scene.boxes) {
      if (other === box || other.scope !== box.scope) continue;
      expect(rectsOverlap(shrink(footprint(box)), shrink(footprint(other)))).toBe(false);
    }
  }
}

function expectInside(inner: Rect, outer: Rect): void {
  expect(inner.x).toBeGreaterThanOrEqual(outer.x - SLACK);
  expect(inner.y).toBeGreaterThanOrEqual(outer.y - SLACK);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + SLACK);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height + SLACK);
}

function shrink({ x, y, width, height }: Rect): Rect {
  return { x: x + SLACK, y: y + SLACK, width: width - 2 * SLACK, height: height - 2 * SLACK };
}

/** No line passes through a box of its own scope, as drawn, curves and all. */
function expectNoEdgeThroughBox(scene: Scene): void {
  for (const edge of scene.edges) {
    const scope = edge.key.slice(0, edge.key.indexOf("\n"));
    const siblings = scene.boxes.filter((box) => box.scope === scope);
    const visit = (x0: number, y0: number, x1: number, y1: number): void => {
      for (const box of siblings) {
        const isThrough = segmentEntersRect(x0, y0, x1, y1, shrink(box.worldRect));
        expect(isThrough, `${edge.key} through ${box.node.name}`).toBe(false);
      }
    };
    const { length } = edge.worldPoints;
    forEachPiece(edge.worldPoints, 0, length / 2, visit, isHorizontal(scene.style));
  }
}

/** Every edge starts and ends on the border of its node, or of the scope around. */
function expectEndsOnBorders(scene: Scene): void {
  const expectMet = isHorizontal(scene.style) ? expectOnVerticalBorder : expectOnLevelBorder;
  for (const { key, source, target, worldPoints } of scene.edges) {
    const scope = key.slice(0, key.indexOf("\n"));
    const around = scene.boxByName.get(scope)?.worldRect;
    const n = worldPoints.length;
    for (const [name, x, y] of [
      [source, worldPoints[0], worldPoints[1]],
      [target, worldPoints[n - 2], worldPoints[n - 1]],
    ] as const) {
      const rect = parentName(name) === scope ? scene.boxByName.get(name)?.worldRect : around;
      expect(rect).toBeDefined();
      if (rect) expectMet(rect, x, y);
    }
  }
}

function expectOnVerticalBorder({ x, y, width, height }: Rect, atX: number, atY: number): void {
  expectOnLevelBorder({ x: y, y: x, width: height, height: width }, atY, atX);
}

function expectOnLevelBorder(rect: Rect, x: number, y: number): void {
  expect(Math.min(Math.abs(y - rect.y), Math.abs(y - rect.y - rect.height))).toBeLessThan(SLACK);
  expect(x).toBeGreaterThanOrEqual(rect.x - SLACK);
  expect(x).toBeLessThanOrEqual(rect.x + rect.width + SLACK);
}

/** Labels cover neither boxes of their scope nor each other. */
function expectLabelsFree(scene: Scene): void {
  const rects = scene.edges.flatMap(({ key, label, worldLabel }) => {
    if (!worldLabel || label === null) return [];
    const width = 6 * label.length;
    const rect = { x: worldLabel.x - width / 2, y: worldLabel.y - 5, width, height: 10 };
    return [{ rect, scope: key.slice(0, key.indexOf("\n")) }];
  });
  rects.forEach(({ rect, scope }, i) => {
    for (const box of scene.boxes) {
      if (box.scope === scope) expect(rectsOverlap(rect, footprint(box))).toBe(false);
    }
    for (const other of rects.slice(0, i)) {
      if (other.scope === scope) expect(rectsOverlap(rect, other.rect)).toBe(false);
    }
  });
}

describe("the digits network at its top level", () => {
  const scene = buildScene(mnistScopes, []);

  it("shows every name scope and single op", () => {
    const names = scene.boxes.map(({ node }) => node.name);
    for (const name of ["input", "layer1", "layer2", "moving_average", "loss_function"]) {
      expect(names).toContain(name);
    }
    for (const name of ["train_step", "input_reshape", "accuracy", "Variable", "ArgMax", "Mean"]) {
      expect(names).toContain(name);
    }
  });

  it("labels tensors with their shape, or how many they are", () => {
    expect(edgeBetween(scene, "input", "layer1").map(({ label }) => label)).toEqual(["?×784"]);
    expect(edgeBetween(scene, "layer1", "layer2").map(({ label }) => label)).toEqual(["?×500"]);
    expect(edgeBetween(scene, "layer2", "train_step").map(({ label }) => label)).toEqual([
      "6 tensors",
    ]);
  });

  it("finds room for those labels", () => {
    for (const [source, target] of [
      ["input", "layer1"],
      ["layer1", "layer2"],
      ["layer2", "train_step"],
    ]) {
      expect(edgeBetween(scene, source, target)[0].worldLabel).toBeDefined();
    }
  });

  it("draws a control dependency without tensors", () => {
    const edges = edgeBetween(scene, "moving_average", "train_step");
    expect(edges.map(({ kind, label }) => ({ kind, label }))).toEqual([
      { kind: "control", label: null },
    ]);
  });

  it("draws larger tensors thicker", () => {
    const small = edgeBetween(scene, "layer2", "train_step")[0];
    const large = edgeBetween(scene, "layer1", "moving_average")[0];
    expect(small.width).toBeLessThan(large.width);
  });

  it("puts inputs below what they feed", () => {
    const bottom = boxNamed(scene, "input").worldRect.y;
    expect(boxNamed(scene, "layer1").worldRect.y).toBeLessThan(bottom);
    expect(boxNamed(scene, "layer2").worldRect.y).toBeLessThan(
      boxNamed(scene, "layer1").worldRect.y,
    );
  });
});

describe("a scene", () => {
  it("has no overlap, no edge through a box and no loose end, whatever is open", () => {
    fc.assert(
      fc.property(scopeTrees(24), fc.subarray(SCOPES), (scopes, opened) => {
        const scene = buildScene(scopes, opened);
        expectBoxesApart(scene);
        expectNoEdgeThroughBox(scene);
        expectEndsOnBorders(scene);
        expectLabelsFree(scene);
      }),
    );
  });

  it("holds to that in every style", () => {
    fc.assert(
      fc.property(scopeTrees(16), fc.subarray(SCOPES), styles, (scopes, opened, style) => {
        const scene = buildScene(scopes, opened, emptyCache(), style);
        expect(scene.style).toEqual(style);
        expectBoxesApart(scene);
        expectNoEdgeThroughBox(scene);
        expectEndsOnBorders(scene);
        expectLabelsFree(scene);
      }),
    );
    const direction = "left-to-right";
    const scene = buildScene(mnistScopes, mnistNames, emptyCache(), {
      ...DEFAULT_OPTIONS,
      direction,
    });
    expectBoxesApart(scene);
    expectNoEdgeThroughBox(scene);
  });

  it("holds to that on a real graph with everything open", () => {
    const scene = buildScene(mnistScopes, mnistNames);
    expect(scene.boxes.length).toBeGreaterThan(140);
    expectBoxesApart(scene);
    expectNoEdgeThroughBox(scene);
    expectEndsOnBorders(scene);
    expectLabelsFree(scene);
  });

  it("is the same whenever it is made from the same graph", () => {
    fc.assert(
      fc.property(scopeTrees(24), fc.subarray(SCOPES), (scopes, opened) => {
        expect(buildScene(scopes, opened)).toEqual(buildScene(scopes, opened));
      }),
      { numRuns: 30 },
    );
  });
});

const SCOPES = ["s1", "s2", "s1/t1", "s1/t2", "s2/t1", "s2/t2"];

describe("opening and closing", () => {
  it("keeps the ranks and the order of all siblings, in every scope", () => {
    const cache = emptyCache();
    const all = buildScene(mnistScopes, mnistNames, cache);
    fc.assert(
      fc.property(fc.subarray([...mnistNames]), (opened) => {
        expectSameOrder(all, buildScene(mnistScopes, opened, cache));
      }),
    );
  });

  it("gives the same picture again, by whatever way one came there", () => {
    const cache = emptyCache();
    const fresh = buildScene(mnistScopes, ["layer1", "layer1/weights"]);
    buildScene(mnistScopes, ["layer1/weights", "train_step", "layer1"], cache);
    buildScene(mnistScopes, [], cache);
    expect(buildScene(mnistScopes, ["layer1/weights", "layer1"], cache)).toEqual(fresh);
  });
});

/** Of the siblings in the second scene, those side by side in the first still are, and so on. */
function expectSameOrder(before: Scene, after: Scene): void {
  const joined = new Set(after.edges.flatMap(({ source, target }) => [source, target]));
  const boxes = after.boxes.filter(({ node }) => joined.has(node.name));
  for (const a of boxes) {
    for (const b of boxes.filter((box) => box.scope === a.scope)) {
      const [oldA, oldB] = [
        middle(boxNamed(before, a.node.name)),
        middle(boxNamed(before, b.node.name)),
      ];
      const [newA, newB] = [middle(a), middle(b)];
      expect(sign(newA.y - newB.y)).toBe(sign(oldA.y - oldB.y));
      if (sign(oldA.y - oldB.y) === 0) expect(sign(newA.x - newB.x)).toBe(sign(oldA.x - oldB.x));
    }
  }
}

function middle({ worldRect: { x, y, width, height } }: SceneBox): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function sign(value: number): number {
  return Math.abs(value) < SLACK ? 0 : Math.sign(value);
}

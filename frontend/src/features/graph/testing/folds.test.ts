/** What is open at first is folded to the shape of the canvas, and stays so whatever opens. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutScopes } from "../layout/compound/layout-scopes";
import { foldedCuts, leastColumnHeight } from "../layout/fold/fold-cuts";
import { assignRanks } from "../layout/rank/assign-ranks";
import { breakCycles } from "../layout/rank/break-cycles";
import { buildLayers } from "../layout/rank/layered-graph";
import type { LayoutResult, ScopeRequest } from "../layout/request";
import { LABEL_HEIGHT, RANK_GAP } from "../layout/spacing";
import { flatGraph } from "./make-graph";
import { makeRequest } from "./make-request";
import { emptyCache } from "./whole-engine";

const CANVAS = { width: 1024, height: 724 };

/** A scope with a chain of boxes, and what is open inside it. */
function chain(count: number, openScope: readonly number[] = []): ScopeRequest {
  const [scope] = makeRequest({ seed: 1, children: 1, density: 0, open: 0 }).scopes;
  const nodes = (value: number): Float64Array => new Float64Array(count).fill(value);
  const edges = count - 1;
  const lines = (value: number): Float64Array => new Float64Array(edges).fill(value);
  return {
    ...scope,
    childCount: count,
    boxWidth: nodes(100),
    boxHeight: nodes(40),
    lineRoom: nodes(0),
    roomBefore: nodes(0),
    roomAfter: nodes(0),
    annotationHeight: nodes(0),
    openScope: Int32Array.from({ length: count }, (_, v) => openScope[v] ?? -1),
    role: new Uint8Array(count),
    portLeaves: new Uint8Array(0),
    source: Int32Array.from({ length: edges }, (_, v) => v),
    target: Int32Array.from({ length: edges }, (_, v) => v + 1),
    weight: lines(1),
    cut: new Uint8Array(edges),
    labelWidth: lines(40),
    thickness: lines(1),
    sourcePort: new Int32Array(edges).fill(-1),
    targetPort: new Int32Array(edges).fill(-1),
  };
}

function shareOf({ width, height }: LayoutResult): number {
  const zoom = Math.min(CANVAS.width / width, CANVAS.height / height, 2);
  return (width * height * zoom * zoom) / (CANVAS.width * CANVAS.height);
}

/** Pairs of children of the top level of which the first is left of the second. */
function pairsBeside({ scopes: [{ x, width }] }: LayoutResult): string[] {
  const all = [...x.keys()];
  const isLeft = (a: number, b: number): boolean => x[a] + width[a] <= x[b];
  return all.flatMap((a) => all.filter((b) => isLeft(a, b)).map((b) => `${a} ${b}`));
}

describe("a first view", () => {
  it("covers more than a third of the canvas where it would be a narrow tower", () => {
    const lengths = fc.tuple(fc.integer({ min: 3, max: 9 }), fc.integer({ min: 6, max: 9 }));
    fc.assert(
      fc.property(lengths, fc.nat(), ([outer, inner], which) => {
        const openScope = Array.from({ length: outer }, (_, v) => (v === which % outer ? 1 : -1));
        const scopes = [chain(outer, openScope), chain(inner)];
        const plain = layOutScopes({ scopes, canvas: CANVAS }, emptyCache());
        const folded = layOutScopes({ scopes, first: scopes, canvas: CANVAS }, emptyCache());
        const zoom = ({ width, height }: LayoutResult): number =>
          Math.min(CANVAS.width / width, CANVAS.height / height);
        expect(zoom(folded)).toBeGreaterThanOrEqual(zoom(plain));
        expect(shareOf(folded)).toBeGreaterThan(0.35);
      }),
    );
  });

  it("goes on to fill the canvas where a narrow tower could be read, too", () => {
    const scopes = [chain(9)];
    const drawn = layOutScopes({ scopes, first: scopes, canvas: CANVAS }, emptyCache());
    expect(shareOf(drawn)).toBeGreaterThan(0.6);
  });

  it("has no column for a box alone behind one that is high", () => {
    const scopes = [chain(3, [-1, 1]), chain(1, [2]), chain(4)];
    const drawn = layOutScopes({ scopes, first: scopes, canvas: CANVAS }, emptyCache());
    expect(pairsBeside(drawn)).toEqual([]);
  });

  it("has the label of a line between columns beside no turn of it", () => {
    const width = fc.double({ min: 30, max: 120, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 16 }), width, (count, labelWidth) => {
        const scopes = [
          { ...chain(count), labelWidth: new Float64Array(count - 1).fill(labelWidth) },
        ];
        const [scope] = layOutScopes(
          { scopes, first: scopes, canvas: CANVAS },
          emptyCache(),
        ).scopes;
        const turned = [...scope.labelX.keys()].filter((e) => {
          return scope.y[e] < scope.y[e + 1];
        });
        expect(turned).not.toHaveLength(0);
        for (const e of turned) {
          expect(scope.labelX[e]).not.toBeNaN();
          const [from, to] = [scope.pointStart[e], scope.pointStart[e + 1]];
          for (let i = from; i < to; i++) {
            const across = Math.abs(scope.points[2 * i] - scope.labelX[e]);
            const along = Math.abs(scope.points[2 * i + 1] - scope.labelY[e]);
            expect(across > labelWidth / 2 || along > LABEL_HEIGHT / 2).toBe(true);
          }
        }
      }),
    );
  });

  it("keeps its folds when something closes or opens", () => {
    const first = [chain(3, [-1, 1]), chain(9)];
    const drawn = (scopes: readonly ScopeRequest[]): LayoutResult =>
      layOutScopes({ scopes, first, canvas: CANVAS }, emptyCache());
    const before = pairsBeside(drawn(first));
    const more = drawn([chain(3, [2, 1]), chain(9), chain(4)]);
    expect(pairsBeside(more)).toEqual(before);
    const [, inside] = drawn(first).scopes;
    const { x } = more.scopes[1];
    const columns = (all: Float64Array): number => new Set(all).size;
    expect(columns(inside.x)).toBeGreaterThan(1);
    expect(columns(x)).toBe(columns(inside.x));
    expect(() => drawn([chain(3)])).not.toThrow();
  });

  it("is not folded where it is read well, or is wide", () => {
    const wide = [{ ...chain(8), target: new Int32Array(7).fill(7) }];
    for (const scopes of [[chain(3)], wide]) {
      const plain = layOutScopes({ scopes, canvas: CANVAS }, emptyCache());
      expect(layOutScopes({ scopes, first: scopes, canvas: CANVAS }, emptyCache())).toEqual(plain);
    }
  });
});

describe("columns", () => {
  it("are as low as that number of them can be, and no higher than they may be", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 10, max: 400 }), { minLength: 2, maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        (heights, columns) => {
          const edges = heights.slice(1).map((_, v) => [v, v + 1] as const);
          const graph = flatGraph(heights.length, edges);
          const dag = breakCycles(graph);
          const layered = buildLayers(graph, dag, assignRanks(graph, dag));
          const sizes = {
            width: new Float64Array(heights.length).fill(80),
            height: Float64Array.from(heights),
          };
          const nodes = Int32Array.from(heights.keys());
          const part = { graph, nodes, edges: nodes.subarray(1) };
          const free = new Uint8Array(heights.length);
          const most = leastColumnHeight(layered, part, free, sizes, columns);
          const cuts = foldedCuts(layered, part, free, { ...sizes, most });
          expect(cuts.length).toBeLessThan(columns);
          const lower = leastColumnHeight(layered, part, free, sizes, columns + 1);
          expect(lower).toBeLessThanOrEqual(most);
          const ends = [...cuts, heights.length - 1];
          ends.forEach((end, i) => {
            const ranks = heights.slice(i === 0 ? 0 : ends[i - 1] + 1, end + 1);
            const height = ranks.reduce((sum, each) => sum + each + RANK_GAP, 0);
            expect(height).toBeLessThanOrEqual(most);
          });
        },
      ),
    );
  });
});

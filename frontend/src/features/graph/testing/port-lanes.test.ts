import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutScopes } from "../layout/compound/layout-scopes";
import type { LayoutRequest, ScopeRequest } from "../layout/request";
import { makeRequest } from "./make-request";
import { emptyCache } from "./whole-engine";

/** Thickness of each line, and the label it has. */
const lines = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 6 });

/** An open scope with a port from which a line runs to each of its children, which have no others. */
function fanFromPort(thickness: readonly number[], bundle: readonly number[]): LayoutRequest {
  const [scope] = makeRequest({ seed: 1, children: 1, density: 0, open: 0 }).scopes;
  const fill = (count: number, value: number): Float64Array => new Float64Array(count).fill(value);
  const make = (children: number, parts: Partial<ScopeRequest>): ScopeRequest => ({
    ...scope,
    childCount: children,
    boxWidth: fill(children, 80),
    boxHeight: fill(children, 30),
    lineRoom: fill(children, 0),
    roomBefore: fill(children, 0),
    roomAfter: fill(children, 0),
    annotationHeight: fill(children, 0),
    role: new Uint8Array(children + (parts.portLeaves?.length ?? 0)),
    openScope: new Int32Array(children).fill(-1),
    ...parts,
  });
  const count = thickness.length;
  const outer = make(2, {
    openScope: Int32Array.of(-1, 1),
    ...edges([[0, 1]], [4]),
    targetPort: Int32Array.of(0),
  });
  const spokes = thickness.map((_, v) => [count, v] as const);
  // Longer and longer ways: the lines leave their trunk one after the other.
  const chain = thickness.slice(1).map((_, v) => [v, v + 1] as const);
  const inner = make(count, {
    portLeaves: new Uint8Array(1),
    ...edges([...spokes, ...chain], [...thickness, ...chain.map(() => 1)]),
    bundle: Int32Array.from([...bundle, ...chain.map(() => -1)]),
  });
  return { scopes: [outer, inner] };
}

function edges(ends: readonly (readonly [number, number])[], thickness: readonly number[]) {
  const none = new Int32Array(ends.length).fill(-1);
  return {
    source: Int32Array.from(ends, ([source]) => source),
    target: Int32Array.from(ends, ([, target]) => target),
    weight: new Float64Array(ends.length).fill(1),
    cut: new Uint8Array(ends.length),
    labelWidth: new Float64Array(ends.length).fill(30),
    thickness: Float64Array.from(thickness),
    sourcePort: none,
    targetPort: none,
  };
}

function startsOf(request: LayoutRequest): number[] {
  const { pointStart, points } = layOutScopes(request, emptyCache()).scopes[1];
  return Array.from(pointStart.subarray(0, -1), (at) => points[2 * at]);
}

describe("lines that share a port", () => {
  it("leave it side by side, none on another", () => {
    fc.assert(
      fc.property(lines, (thickness) => {
        const request = fanFromPort(thickness, new Array(thickness.length).fill(-1));
        const starts = startsOf(request)
          .slice(0, thickness.length)
          .map((x, e) => ({ x, width: thickness[e] }))
          .sort((a, b) => a.x - b.x);
        starts.slice(1).forEach(({ x, width }, i) => {
          expect(x - starts[i].x).toBeGreaterThan((width + starts[i].width) / 2);
        });
      }),
    );
  });

  it("leave it as one where they carry the same tensor", () => {
    const request = fanFromPort([3, 3, 3, 3], [0, 0, 0, 0]);
    expect(new Set(startsOf(request).slice(0, 4)).size).toBe(1);
  });
});

describe("the distance of ranks", () => {
  it("grows with the lines that run sideways between them, up to a limit", () => {
    const heightWith = (thickness: number): number => {
      const [scope] = fanFromPort([1], [-1]).scopes;
      const count = 24;
      const nodes = (value: number): Float64Array => new Float64Array(2 * count).fill(value);
      // Each node of one rank to the one that stands mirrored on the next.
      const ends = Array.from({ length: count }, (_, v) =>
        [0, 5, 11].map((skip) => [v, count + ((v + skip) % count)] as const),
      ).flat();
      const wide: ScopeRequest = {
        ...scope,
        childCount: 2 * count,
        boxWidth: nodes(90),
        boxHeight: nodes(30),
        lineRoom: nodes(0),
        roomBefore: nodes(0),
        roomAfter: nodes(0),
        annotationHeight: nodes(0),
        role: new Uint8Array(2 * count),
        openScope: new Int32Array(2 * count).fill(-1),
        ...edges(
          ends,
          ends.map(() => thickness),
        ),
      };
      // Room to spare above and below would stretch the gaps.
      const canvas = { width: 4000, height: 100 };
      return layOutScopes({ scopes: [wide], canvas }, emptyCache()).height;
    };
    expect(heightWith(9)).toBeGreaterThan(heightWith(1));
    expect(heightWith(12)).toBeLessThan(heightWith(1) + 200);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRequest } from "../../testing/make-request";
import { emptyCache } from "../../testing/whole-engine";
import { layOutScopes } from "../compound/layout-scopes";
import { RandomNumbers } from "../core/random-numbers";
import { ABSENT, MAIN, type ScopeRequest, type ScopeResult } from "../request";

const shapes = fc.record({
  seed: fc.nat(),
  children: fc.integer({ min: 2, max: 40 }),
  density: fc.constantFrom(0.5, 1, 1.6),
  open: fc.constant(0),
});

/** The same scope after including, excluding and hiding a few nodes. */
function changeRoles(scope: ScopeRequest, seed: number): ScopeRequest {
  const random = new RandomNumbers(seed);
  const { role, cut } = scope;
  const changed = role.map((r) => (random.below(5) === 0 ? random.below(ABSENT + 1) : r));
  return { ...scope, role: changed, baseline: { ...scope, role, cut } };
}

function layOut(scope: ScopeRequest): ScopeResult {
  return layOutScopes({ scopes: [scope] }, emptyCache()).scopes[0];
}

function isBeside({ rank, y, height }: ScopeResult, a: number, b: number): boolean {
  const apart = y[a] + height[a] / 2 - y[b] - height[b] / 2;
  return rank[a] >= 0 && rank[a] === rank[b] && Math.abs(apart) < 1e-6;
}

describe("including, excluding and hiding nodes", () => {
  it("keeps all others in order on every rank", () => {
    fc.assert(
      fc.property(shapes, fc.nat(), (shape, seed) => {
        const [baseline] = makeRequest(shape).scopes;
        const changed = changeRoles(baseline, seed);
        const [before, after] = [layOut(baseline), layOut(changed)];
        const stays = (v: number): boolean => baseline.role[v] === MAIN && changed.role[v] === MAIN;
        for (let a = 0; a < baseline.childCount; a++) {
          for (let b = 0; b < a; b++) {
            if (!stays(a) || !stays(b)) continue;
            if (!isBeside(before, a, b) || !isBeside(after, a, b)) continue;
            if (before.rank[a] !== before.rank[b]) continue;
            const [was, is] = [before.x[a] - before.x[b], after.x[a] - after.x[b]];
            expect(Math.sign(is)).toBe(Math.sign(was));
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  it("still climbs with every edge that is not against the flow", () => {
    fc.assert(
      fc.property(shapes, fc.nat(), (shape, seed) => {
        const changed = changeRoles(makeRequest(shape).scopes[0], seed);
        const { rank, reversed, pointStart } = layOut(changed);
        changed.source.forEach((source, e) => {
          const target = changed.target[e];
          if (source === target || pointStart[e] === pointStart[e + 1]) return;
          const isUp = rank[source] < rank[target];
          expect(isUp).toBe(reversed[e] === 0);
        });
      }),
    );
  });

  it("returns to the baseline's drawing when everything is as it was", () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const [baseline] = makeRequest(shape).scopes;
        expect(layOut({ ...baseline, baseline })).toEqual(layOut(baseline));
      }),
      { numRuns: 20 },
    );
  });
});

import { describe, expect, it } from "vitest";
import { layOutScopes } from "../layout/compound/layout-scopes";
import type { LayoutResult } from "../layout/request";
import { layoutFixtures } from "./layout-fixtures";
import { emptyCache } from "./whole-engine";

/** A drawing as lines of text: what moved shows in the difference. */
function describeDrawing({ width, height, scopes }: LayoutResult): string {
  const lines = [`drawing ${round(width)} × ${round(height)}`];
  scopes.forEach((scope, index) => {
    lines.push(`scope ${index}`);
    scope.x.forEach((x, v) => {
      const box = [x, scope.y[v], scope.width[v], scope.height[v]].map(round);
      lines.push(`  box ${v}: ${box.join(" ")}, rank ${scope.rank[v]}.${scope.place[v]}`);
    });
    for (let e = 0; e + 1 < scope.pointStart.length; e++) {
      const route = scope.points.subarray(2 * scope.pointStart[e], 2 * scope.pointStart[e + 1]);
      const label = Number.isNaN(scope.labelX[e])
        ? ""
        : `, label ${round(scope.labelX[e])} ${round(scope.labelY[e])}`;
      lines.push(`  edge ${e}: ${Array.from(route, round).join(" ")}${label}`);
    }
  });
  return `${lines.join("\n")}\n`;
}

function round(value: number): string {
  return `${Math.round(value)}`;
}

describe("the drawing of", () => {
  for (const { name, request } of layoutFixtures) {
    it(`${name} is the one that was looked at`, async () => {
      const file = `./drawings/${name.replaceAll(/[^a-z0-9]+/g, "-")}.txt`;
      const drawing = describeDrawing(layOutScopes(request, emptyCache()));
      await expect(drawing).toMatchFileSnapshot(file);
    });
  }
});

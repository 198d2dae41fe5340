import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScopeColours, ScopeStatistics } from "../../../api/types";
import {
  assignCategories,
  categoryFills,
  sharesInSight,
} from "../overlays/colour/categorical-fills";
import { amountFills } from "../overlays/colour/sequential-fills";
import { structureBands, structureFills } from "../overlays/colour/structure-fills";
import { CATEGORIES, OTHER } from "../scene/node-fill";
import { visibleGraph } from "../visible/visible-graph";
import { mnistScopes } from "./mnist-graph";

type Shares = ScopeColours["shares"][number];

const visible = visibleGraph((name) => mnistScopes.get(name), new Set(["layer1"]));
const scopes = visible?.scopes ?? [];

function shares(...all: [value: string, rank: number, count: number][]): Shares {
  const listed = all.map(([value, rank, count]) => ({ value, rank, count }));
  return { shares: listed, other_values: 0, other_count: 0 };
}

describe("shares in sight", () => {
  it("are those of what is inside an open scope, not of the scope", () => {
    const answer = (scope: string): ScopeColours => {
      const names = (mnistScopes.get(scope)?.nodes ?? []).map(({ name }) => name);
      const all = names.map(() => shares(["CPU", 0, 1]));
      return {
        scope,
        by: "device",
        names,
        shares: all,
        values: [],
        values_left: 0,
        children_left: 0,
      };
    };
    const names = [...sharesInSight(scopes, answer).keys()];
    expect(names).toContain("layer2");
    expect(names).toContain("layer1/weights");
    expect(names).not.toContain("layer1");
    expect(sharesInSight(scopes, () => undefined).size).toBe(0);
  });
});

describe("colours by category", () => {
  it("have a band for each value, what has none behind them", () => {
    const inSight = new Map([
      ["a", shares(["CPU", 0, 6], ["GPU", 1, 2], ["", 2, 2])],
      ["b", shares(["GPU", 1, 5])],
      ["c", shares(["", 2, 4])],
    ]);
    const { fills, legend } = categoryFills("device", inSight);
    expect(fills.get("a")).toEqual({
      kind: "bands",
      bands: [
        { category: 0, share: 0.6 },
        { category: 1, share: 0.2 },
        { category: OTHER, share: 0.2 },
      ],
    });
    expect(fills.get("b")).toEqual({ kind: "bands", bands: [{ category: 1, share: 1 }] });
    expect(fills.has("c")).toBe(false);
    expect(legend).toEqual({
      values: [
        { value: "GPU", count: 7, category: 1 },
        { value: "CPU", count: 6, category: 0 },
      ],
      otherValues: 0,
      otherCount: 6,
    });
  });

  it("tell what a TPU can do from what it cannot by colour, however frequent", () => {
    const many = shares(["incompatible", 0, 9], ["compatible", 1, 1]);
    const few = shares(["compatible", 0, 9], ["incompatible", 1, 1]);
    const colourOf = (of: Shares) =>
      categoryFills("tpu_compatible", new Map([["a", of]])).legend.values.find(
        ({ value }) => value === "compatible",
      )?.category;
    expect(colourOf(many)).toBe(colourOf(few));
  });

  const values = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 99 })), {
      selector: ([rank]) => rank,
      maxLength: 30,
    })
    .map((all) => all.map(([rank, count]) => ({ value: `v${rank}`, rank, count })));

  it("give no colour twice, and the most frequent of a graph always the same", () => {
    fc.assert(
      fc.property(values, (all) => {
        const categories = assignCategories(all);
        expect(new Set(categories.values()).size).toBe(categories.size);
        expect(categories.size).toBe(Math.min(all.length, CATEGORIES));
        for (const [rank, category] of categories) {
          expect(category).toBeGreaterThanOrEqual(0);
          if (rank < CATEGORIES) expect(category).toBe(rank);
        }
      }),
    );
  });

  it("share a node out completely", () => {
    fc.assert(
      fc.property(values, fc.nat(50), (all, other) => {
        const own = { shares: all, other_values: 3, other_count: other };
        const fill = categoryFills("op_type", new Map([["a", own]])).fills.get("a");
        if (all.length + other === 0 || fill?.kind !== "bands") return;
        const sum = fill.bands.reduce((total, { share }) => total + share, 0);
        expect(sum).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe("colours by structure", () => {
  it("are the same for scopes of one structure only", () => {
    const looks = Array.from({ length: 100 }, (_, at) => JSON.stringify(structureBands(at)));
    expect(new Set(looks).size).toBe(100);
  });

  it("are on closed nodes that others are like", () => {
    const structures = new Map([
      ["layer1", 3],
      ["layer2", 3],
      ["layer1/weights", 12],
    ]);
    const given = new Map(
      [...mnistScopes].map(([name, scope]) => {
        const nodes = scope.nodes.map((node) => {
          return { ...node, structure: structures.get(node.name) ?? null };
        });
        return [name, { ...scope, nodes }];
      }),
    );
    const shown = visibleGraph((name) => given.get(name), new Set(["layer1"]));
    const { fills, structures: count } = structureFills(shown?.scopes ?? []);
    expect([...fills.keys()].sort()).toEqual(["layer1/weights", "layer2"]);
    expect(fills.get("layer2")).toMatchObject({ bands: [{ category: 3, share: 1 }], isPale: true });
    expect(count).toBe(2);
  });
});

describe("colours by an amount", () => {
  const scale = { compute: 800, total: 0, span: 0, memory: 0, peak: 64, output_bytes: 0 };
  const answer = (scope: string): ScopeStatistics => {
    const names = (mnistScopes.get(scope)?.nodes ?? []).map(({ name }) => name);
    const column = names.map((_, at) => 100 * (at % 3));
    const children = {
      names,
      ran: column,
      unused: names.map((name) => name === "input"),
      runs: column,
      device: names.map(() => null),
      compute: column,
      total: column,
      copies: column,
      span: column,
      memory: column,
      peak: column,
      output_bytes: column,
      shared: names.map(() => false),
    };
    return {
      scope,
      children,
      totals: { compute: 1000, peak: 150 },
      graph_scale: scale,
      scope_scale: scale,
    } as unknown as ScopeStatistics;
  };

  it("are relative to the most in view, or in the graph", () => {
    const inView = amountFills("compute_time", "view", scopes, answer);
    const inGraph = amountFills("compute_time", "graph", scopes, answer);
    expect([inView.most, inGraph.most]).toEqual([200, 800]);
    const most = (fills: typeof inView) =>
      Math.max(
        ...[...fills.fills.values()].map((fill) => (fill.kind === "heat" ? fill.heat : Number.NaN)),
      );
    expect([most(inView), most(inGraph)]).toEqual([1, 0.25]);
    expect(amountFills("memory", "graph", scopes, answer).most).toBe(64);
  });

  it("have what part of the whole graph's time or memory is in each node, open ones too", () => {
    const names = (mnistScopes.get("")?.nodes ?? []).map(({ name }) => name);
    const { shares } = amountFills("compute_time", "view", scopes, answer);
    names.forEach((name, at) => {
      expect(shares.get(name)).toBe(at % 3 === 0 ? undefined : (at % 3) / 10);
    });
    const inside = mnistScopes.get("layer1")?.nodes[1]?.name ?? "";
    expect(shares.get(inside)).toBe(0.1);
    const { shares: ofMemory } = amountFills("memory", "view", scopes, answer);
    expect(Math.max(...ofMemory.values())).toBe(1);
  });

  it("leave out what took no part, and open scopes", () => {
    const { fills, unused } = amountFills("memory", "view", scopes, answer);
    expect([...unused]).toEqual(["input"]);
    expect(fills.has("input")).toBe(false);
    expect(fills.has("layer1")).toBe(false);
    expect(fills.has("layer1/weights")).toBe(true);
  });
});

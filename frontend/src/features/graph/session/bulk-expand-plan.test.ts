import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Scope } from "../scope/model";
import { buildScopes } from "../testing/make-graph";
import { mnistScopes } from "../testing/mnist-graph";
import {
  type BulkExpandPlan,
  type BulkExpandRequest,
  expandedText,
  MAX_VISIBLE,
  planBulkExpand,
} from "./bulk-expand-plan";

function loader(scopes: ReadonlyMap<string, Scope>) {
  const requested: string[] = [];
  const load = async (names: readonly string[]): Promise<Scope[]> => {
    requested.push(...names);
    return names.map((name) => {
      const scope = scopes.get(name);
      if (scope === undefined) throw new Error(`There is no ${name}.`);
      return scope;
    });
  };
  return { requested, load };
}

async function lastOf(
  request: BulkExpandRequest,
  load: (names: readonly string[]) => Promise<Scope[]>,
): Promise<BulkExpandPlan> {
  let last: BulkExpandPlan = { open: [], visible: 0, left: 0 };
  for await (const plan of planBulkExpand(request, load)) last = plan;
  return last;
}

/** The top level of a graph, to be opened down to a depth. */
function fromTop(scopes: ReadonlyMap<string, Scope>, depth: number): BulkExpandRequest {
  const nodes = scopes.get("")?.nodes ?? [];
  return { nodes, depth, visible: nodes.length };
}

/** Scopes side by side that hold as many ops as given each; what the ops are called is no matter. */
function sideBySide(widths: readonly number[]): ReadonlyMap<string, Scope> {
  const scopes = buildScopes(
    widths.map((_, s) => `s${s}/op`),
    [],
  );
  const widthOf = (name: string): number => widths[Number(name.slice(1))];
  return new Map(
    [...scopes].map(([name, scope]) => {
      const nodes =
        name === ""
          ? scope.nodes.map((node) => ({ ...node, count: widthOf(node.name) }))
          : Array(widthOf(name)).fill(scope.nodes[0]);
      return [name, { ...scope, nodes }];
    }),
  );
}

describe("a plan to open scopes", () => {
  it("opens a depth and nothing below it", async () => {
    const scopes = buildScopes(["a/b/c/op", "a/op", "d/op"], []);
    const { requested, load } = loader(scopes);
    expect(await lastOf(fromTop(scopes, 1), load)).toEqual({
      open: ["a", "d"],
      visible: 5,
      left: 0,
    });
    expect(requested).toEqual(["a", "d"]);
    const two = await lastOf(fromTop(scopes, 2), load);
    expect(two.open).toEqual(["a", "d", "a/b"]);
  });

  it("opens all of a real graph", async () => {
    const known = new Map(mnistScopes);
    const { load } = loader(known);
    const top = known.get("")?.nodes.filter(({ name }) => known.has(name)) ?? [];
    const plan = await lastOf({ nodes: top, depth: 1, visible: top.length }, load);
    expect(plan.open).toEqual(top.filter((node) => node.expandable).map(({ name }) => name));
    expect(plan.left).toBe(0);
  });

  it("leaves closed what has no room, and counts it", async () => {
    const scopes = sideBySide(Array(40).fill(100));
    const { requested, load } = loader(scopes);
    const plan = await lastOf(fromTop(scopes, 3), load);
    expect(plan.visible).toBe(40 + 29 * 100);
    expect(plan.left).toBe(11);
    expect(requested.length).toBe(40);
  });

  it("stops asking when a whole batch has found no room", async () => {
    const scopes = sideBySide(Array(200).fill(2_000));
    const { requested, load } = loader(scopes);
    const plan = await lastOf(fromTop(scopes, 9), load);
    expect(plan).toEqual({ open: ["s0"], visible: 2_200, left: 199 });
    expect(requested.length).toBe(24);
  });

  it("opens neither functions that call themselves nor what was extracted", async () => {
    const scopes = buildScopes(["a/op", "b/op", "c/op"], []);
    const nodes = (scopes.get("")?.nodes ?? []).map((node) => ({
      ...node,
      recursive: node.name === "a",
      role: node.name === "b" ? ("out_extract" as const) : node.role,
    }));
    const { requested, load } = loader(scopes);
    expect((await lastOf({ nodes, depth: 9, visible: 3 }, load)).open).toEqual(["c"]);
    expect(requested).toEqual(["c"]);
  });

  it("says how far it is after each batch, and can be left there", async () => {
    const scopes = sideBySide(Array(100).fill(50));
    const { requested, load } = loader(scopes);
    for await (const plan of planBulkExpand(fromTop(scopes, 1), load)) {
      expect(plan.open.length).toBeGreaterThan(0);
      break;
    }
    expect(requested.length).toBe(60);
  });

  it("requests hundreds of small scopes together", async () => {
    const load = loader(sideBySide(Array(150).fill(2))).load;
    let batches = 0;
    const counting = (names: readonly string[]): Promise<Scope[]> => {
      batches++;
      return load(names);
    };
    await lastOf(fromTop(sideBySide(Array(150).fill(2)), 1), counting);
    expect(batches).toBe(1);
  });

  it("never passes the bound, and accounts for every requested scope", async () => {
    const widths = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(widths, async (all) => {
        const scopes = sideBySide(all);
        const plan = await lastOf(fromTop(scopes, 1), loader(scopes).load);
        expect(plan.visible).toBeLessThanOrEqual(MAX_VISIBLE);
        expect(plan.open.length + plan.left).toBe(all.length);
      }),
    );
  });

  it("says what was expanded and what stays collapsed", () => {
    const open = ["a", "b"];
    expect(expandedText({ open, visible: 31, left: 0 })).toBe("Expanded 2 scopes: 31 nodes.");
    expect(expandedText({ open, visible: 2_950, left: 14 })).toBe(
      "Expanded to the limit of 3,000 nodes; 14 scopes stay collapsed.",
    );
    expect(expandedText({ open, visible: 2_999, left: 1 })).toMatch(/1 scope stays collapsed/);
  });
});

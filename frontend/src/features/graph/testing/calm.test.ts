/** What stays calm when a viewer hides kinds and regroups series: the order of all else. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutScopes } from "../layout/compound/layout-scopes";
import { layoutSubject } from "../scene/layout-request";
import { composeScene, type Scene, type SceneBox } from "../scene/scene";
import type { Scope, ScopeBridge, ScopeEdge, ScopeNode } from "../scope/model";
import { hideKinds } from "../visible/hide-kinds";
import { propagateCuts } from "../visible/propagate-cuts";
import { visibleGraph } from "../visible/visible-graph";
import { measureLetters } from "./build-scene";
import { buildScopes, type Flow } from "./make-graph";
import { mnistNames, mnistScopes } from "./mnist-graph";
import { emptyCache } from "./whole-engine";

type Scopes = ReadonlyMap<string, Scope>;

const TYPES = ["Add", "Mul", "NoOp"];
const OPEN = ["s1", "s2", "s1/t1", "s2/t1"];

/** Ops in scopes two deep, of three types, with base edges at random. */
const graphs: fc.Arbitrary<Scopes> = fc
  .uniqueArray(
    fc.tuple(fc.nat(2), fc.nat(1), fc.nat(7)).map(([a, b, c]) => {
      if (a === 0) return `o${c}`;
      return b === 0 ? `s${a}/o${c}` : `s${a}/t1/o${c}`;
    }),
    { minLength: 4, maxLength: 30 },
  )
  .chain((ops) => {
    const end = fc.constantFrom(...ops);
    const kind = fc.constantFrom<Flow[2]>("data", "control");
    const flows = fc.array(fc.tuple(end, end, kind), { maxLength: 2 * ops.length });
    return flows.map((edges) => withTypes(buildScopes(ops, edges)));
  });

function withTypes(scopes: Scopes): Scopes {
  const typed = (node: ScopeNode): ScopeNode => {
    return node.kind === "op" ? { ...node, op: TYPES[Number(node.label.slice(1)) % 3] } : node;
  };
  return mapScopes(scopes, (scope) => ({ ...scope, nodes: scope.nodes.map(typed) }));
}

function mapScopes(scopes: Scopes, change: (scope: Scope) => Scope): Scopes {
  return new Map([...scopes].map(([name, scope]) => [name, change(scope)]));
}

/** The graph as the server sends it when some ops of one scope are shown as one node. */
function withSeries(scopes: Scopes, members: readonly string[], series: string): Scopes {
  const all = new Set(members);
  const named = (name: string): string => (all.has(name) ? series : name);
  return mapScopes(scopes, (scope) => ({
    ...scope,
    hash: `${scope.hash} with ${series}`,
    nodes: onlyFirst(
      scope.nodes.map((node) => {
        return all.has(node.name) ? { ...node, name: series, kind: "series" as const } : node;
      }),
      ({ name }) => name,
    ),
    edges: onlyFirst(
      scope.edges
        .map((edge) => ({ ...edge, source: named(edge.source), target: named(edge.target) }))
        .filter(({ source, target }) => source !== target),
      (edge: ScopeEdge) => `${edge.source} ${edge.target} ${edge.kind}`,
    ),
    bridges: onlyFirst(
      scope.bridges.map((bridge) => {
        return { ...bridge, node: named(bridge.node), neighbour: named(bridge.neighbour) };
      }),
      (bridge: ScopeBridge) => JSON.stringify(bridge),
    ),
  }));
}

function onlyFirst<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    return !seen.has(key) && seen.add(key);
  });
}

interface Choice {
  readonly hidden?: readonly string[];
  readonly baseline?: Scopes;
}

function draw(scopes: Scopes, open: readonly string[], { hidden = [], baseline }: Choice): Scene {
  const find = (name: string) => scopes.get(name);
  const visible = visibleGraph(find, new Set(open), (name) => baseline?.get(name));
  if (visible === undefined) throw new Error("The scopes have no top level.");
  const { top } = hideKinds(propagateCuts(visible.top), new Set(hidden));
  const subject = layoutSubject(top, measureLetters);
  return composeScene(subject, layOutScopes(subject.request, emptyCache()));
}

/** Pairs that stand side by side in both drawings, and those that have changed their places. */
function comparePairs(before: Scene, after: Scene): { pairs: number; changed: string[] } {
  const changed: string[] = [];
  let pairs = 0;
  for (const a of before.boxes) {
    for (const b of before.boxes) {
      const [nowA, nowB] = [a, b].map(({ node }) => after.boxByName.get(node.name));
      if (a === b || a.scope !== b.scope || nowA === undefined || nowB === undefined) continue;
      if (!isBeside(a, b) || !isBeside(nowA, nowB)) continue;
      pairs++;
      const isSame = a.worldRect.x < b.worldRect.x === nowA.worldRect.x < nowB.worldRect.x;
      if (!isSame) changed.push(`${a.node.name} and ${b.node.name}`);
    }
  }
  return { pairs, changed };
}

/** Joined nodes whose middles are at one height; loose ones are packed anew. */
function isBeside(a: SceneBox, b: SceneBox): boolean {
  const middle = ({ worldRect: { y, height } }: SceneBox): number => y + height / 2;
  return Math.abs(middle(a) - middle(b)) < 1e-6;
}

/** Nodes with an edge in both drawings: what has none is packed, and has no order. */
function joined(before: Scene, after: Scene): Scene {
  const ends = ({ edges }: Scene) =>
    new Set(edges.flatMap(({ source, target }) => [source, target]));
  const [then, now] = [ends(before), ends(after)];
  const isJoined = ({ node }: SceneBox): boolean => then.has(node.name) && now.has(node.name);
  return { ...before, boxes: before.boxes.filter(isJoined) };
}

function expectCalm(before: Scene, after: Scene): number {
  const { pairs, changed } = comparePairs(joined(before, after), after);
  expect(changed).toEqual([]);
  return pairs;
}

const kinds = fc.subarray(["op:Add", "op:Mul", "op:NoOp", "control"], { minLength: 1 });
const opened = fc.subarray(OPEN);

describe("hiding kinds", () => {
  it("keeps all others in order, in every open scope", () => {
    let pairs = 0;
    fc.assert(
      fc.property(graphs, opened, kinds, (scopes, open, hidden) => {
        pairs += expectCalm(draw(scopes, open, {}), draw(scopes, open, { hidden }));
      }),
      { numRuns: 150 },
    );
    expect(pairs).toBeGreaterThan(30);
  });

  it("does so on a real graph with everything open", () => {
    const whole = draw(mnistScopes, mnistNames, {});
    const types = new Set(whole.boxes.map(({ node }) => node.op).filter((op) => op !== ""));
    for (const hidden of [...types].map((op) => `op:${op}`).concat("control")) {
      expectCalm(whole, draw(mnistScopes, mnistNames, { hidden: [hidden] }));
    }
  });
});

describe("regrouping a series", () => {
  const members = ["s1/o1", "s1/o2", "s1/o3"];

  it("keeps all others in order, in every open scope", () => {
    fc.assert(
      fc.property(graphs, opened, (scopes, open) => {
        const baseline = withSeries(scopes, members, "s1/o[1-3]");
        expectCalm(draw(baseline, open, {}), draw(scopes, open, { baseline }));
        expectCalm(draw(scopes, open, {}), draw(baseline, open, { baseline: scopes }));
      }),
      { numRuns: 100 },
    );
  });

  it("keeps two in order whose lines cross whichever comes first", () => {
    const scopes = buildScopes(
      ["s1/o6", "s1/t1/o2", "s1/t1/o3", "s1/o2", "s1/o3", "s1/o1"],
      [
        ["s1/o3", "s1/t1/o2", "data"],
        ["s1/o6", "s1/t1/o2", "data"],
        ["s1/o6", "s1/t1/o3", "control"],
      ],
    );
    const baseline = withSeries(scopes, members, "s1/o[1-3]");
    const open = ["s1", "s1/t1"];
    expect(expectCalm(draw(baseline, open, {}), draw(scopes, open, { baseline }))).toBe(2);
    expect(expectCalm(draw(scopes, open, {}), draw(baseline, open, { baseline: scopes }))).toBe(2);
  });

  it("returns the baseline's drawing where a regrouped scope is as it was", () => {
    fc.assert(
      fc.property(graphs, opened, (scopes, open) => {
        const baseline = mapScopes(scopes, (scope) => ({ ...scope, hash: "another" }));
        expect(draw(scopes, open, { baseline })).toEqual(draw(scopes, open, {}));
      }),
      { numRuns: 20 },
    );
  });
});

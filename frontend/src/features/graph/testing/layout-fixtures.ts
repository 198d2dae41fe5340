/** Saved drawings: the gallery shows them, and a test compares their coordinates. */
import type { LayoutOptions, LayoutRequest, ScopeRequest } from "../layout/request";
import { makeRequest } from "./make-request";

export interface LayoutFixture {
  readonly name: string;
  readonly request: LayoutRequest;
}

type Edge = readonly [source: number, target: number];

/** A single scope whose boxes are all alike. */
function plainScope(nodes: number, edges: readonly Edge[], labelled = false): ScopeRequest {
  const perNode = (value: number): Float64Array => new Float64Array(nodes).fill(value);
  const perEdge = (value: number): Float64Array => new Float64Array(edges.length).fill(value);
  return {
    childCount: nodes,
    boxWidth: perNode(110),
    boxHeight: perNode(32),
    lineRoom: perNode(0),
    roomBefore: perNode(0),
    roomAfter: perNode(0),
    annotationHeight: perNode(0),
    openScope: new Int32Array(nodes).fill(-1),
    role: new Uint8Array(nodes),
    portLeaves: new Uint8Array(0),
    source: Int32Array.from(edges, ([source]) => source),
    target: Int32Array.from(edges, ([, target]) => target),
    weight: perEdge(1),
    cut: new Uint8Array(edges.length),
    labelWidth: perEdge(labelled ? 44 : 0),
    thickness: perEdge(1.5),
    sourcePort: new Int32Array(edges.length).fill(-1),
    targetPort: new Int32Array(edges.length).fill(-1),
    headerWidth: 0,
  };
}

function fixture(
  name: string,
  scopes: readonly ScopeRequest[],
  options: Partial<LayoutOptions> = {},
): LayoutFixture {
  return { name, request: { scopes, options } };
}

const chain = (nodes: number): Edge[] =>
  Array.from({ length: nodes - 1 }, (_, v) => [v, v + 1] as const);

/** Blocks of a residual network: two steps on the main way, one edge past them. */
const residual = (blocks: number): Edge[] =>
  Array.from({ length: blocks }, (_, b) => [
    [3 * b, 3 * b + 1] as const,
    [3 * b + 1, 3 * b + 2] as const,
    [3 * b + 2, 3 * b + 3] as const,
    [3 * b, 3 * b + 3] as const,
  ]).flat();

/** An entrance, branches of one to five nodes, and what joins them. */
function inception(): { nodes: number; edges: Edge[] } {
  const edges: Edge[] = [];
  const ends: number[] = [];
  let next = 1;
  for (let length = 1; length <= 5; length++) {
    let at = 0;
    for (let i = 0; i < length; i++) {
      edges.push([at, next]);
      at = next++;
    }
    ends.push(at);
  }
  for (const end of ends) edges.push([end, next]);
  return { nodes: next + 1, edges };
}

const hub = (spokes: number): Edge[] => [
  ...Array.from({ length: spokes }, (_, v) => [0, v + 1] as const),
  ...Array.from({ length: 6 }, (_, v) => [v + 1, spokes + 1] as const),
];

/** Every node of a chain feeds the last one: its long edges share a trunk. */
const chainIntoHub = (nodes: number): Edge[] => [
  ...chain(nodes),
  ...Array.from({ length: nodes }, (_, v) => [v, nodes] as const),
];

const cycle: Edge[] = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 0],
  [1, 3],
  [2, 2],
];

const islands: Edge[] = [...chain(7), [8, 9], [10, 11], [11, 12], [13, 14], [13, 15]];

const nested = makeRequest({ seed: 21, children: 9, density: 1.2, open: 4 }).scopes;
const branches = inception();

export const layoutFixtures: readonly LayoutFixture[] = [
  fixture("residual blocks", [plainScope(16, residual(5), true)]),
  fixture("branches of different lengths", [plainScope(branches.nodes, branches.edges, true)]),
  fixture("a cycle and a loop", [plainScope(4, cycle)]),
  fixture("islands and isolated nodes", [plainScope(22, islands)]),
  fixture("a hub with 300 spokes", [plainScope(302, hub(300))]),
  fixture("a chain of 200", [plainScope(200, chain(200))]),
  fixture("a chain that feeds one node", [plainScope(81, chainIntoHub(80))]),
  fixture("scopes inside scopes", nested),
  fixture("the same, top-down", nested, { direction: "top-down" }),
  fixture("the same, left to right", nested, { direction: "left-to-right" }),
  fixture("the same, right-angled", nested, { edges: "right-angled" }),
  fixture("the same, compact", nested, { spacing: "compact" }),
  fixture("the same, airy", nested, { spacing: "airy" }),
];

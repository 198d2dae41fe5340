/** Makes graphs and scopes out of lists of edges. */
import type { FlatGraph } from "../layout/core/flat-graph";
import type { Reason, Scope, ScopeEdge, ScopeNode } from "../scope/model";

export function flatGraph(
  nodeCount: number,
  edges: readonly (readonly [number, number, number?])[],
): FlatGraph {
  return {
    nodeCount,
    source: Int32Array.from(edges, ([source]) => source),
    target: Int32Array.from(edges, ([, target]) => target),
    weight: Float64Array.from(edges, ([, , weight]) => weight ?? 1),
    pin: new Uint8Array(nodeCount),
    series: new Int32Array(nodeCount).fill(-1),
    pinPlace: new Float64Array(nodeCount),
  };
}

/** Why a node left the main graph, as the server says it. */
export function makeReason(kind: Reason["kind"], fields: Partial<Reason> = {}): Reason {
  return { what: "", count: null, bound: null, evidence: "", ...fields, kind };
}

/** Costs of which nothing is known. */
export const NO_COSTS: ScopeNode["costs"] = {
  parameters: null,
  non_trainable: null,
  activation_bytes: null,
  flops: null,
  lower_bounds: [],
  is_partial: false,
};

/** A base edge between two ops, by path. */
export type Flow = readonly [source: string, target: string, kind: "data" | "control"];

/** The scopes of ops and the base edges between them, as the server would send them. */
export function buildScopes(ops: readonly string[], flows: readonly Flow[]): Map<string, Scope> {
  const scopes = new Map<string, Scope>([["", emptyScope("")]]);
  for (const op of ops) addPath(scopes, op);
  for (const flow of flows) addFlow(scopes, flow);
  return scopes;
}

function emptyScope(name: string): Scope {
  const content = { costs: NO_COSTS, nodes: [], edges: [], bridges: [], first_view: [] };
  return { name, hash: name, total: 0, offset: 0, next: null, ...content };
}

function addPath(scopes: Map<string, Scope>, op: string): void {
  const parts = op.split("/");
  parts.forEach((label, i) => {
    const holder = scopes.get(parts.slice(0, i).join("/"));
    const name = parts.slice(0, i + 1).join("/");
    const isOp = i === parts.length - 1;
    if (holder?.nodes.some((node) => node.name === name)) return;
    holder?.nodes.push(makeNode(name, label, isOp));
    if (!isOp) scopes.set(name, emptyScope(name));
  });
}

function makeNode(name: string, label: string, isOp: boolean): ScopeNode {
  return {
    name,
    label,
    kind: isOp ? "op" : "metanode",
    op: isOp ? "Add" : "",
    device: "",
    cluster: "",
    role: "main",
    usual_role: "main",
    reason: null,
    count: 1,
    expandable: !isOp,
    recursive: false,
    functions: [],
    structure: null,
    costs: NO_COSTS,
    annotations: [],
  };
}

function addFlow(scopes: Map<string, Scope>, [source, target, kind]: Flow): void {
  if (source === target) return;
  const [a, b] = [source.split("/"), target.split("/")];
  let shared = 0;
  while (a[shared] === b[shared]) shared++;
  const end = (parts: string[], depth: number): string => parts.slice(0, depth).join("/");
  const common = scopes.get(end(a, shared));
  const [from, to] = [end(a, shared + 1), end(b, shared + 1)];
  mergeEdge(common?.edges ?? [], { source: from, target: to, kind });
  for (let d = shared + 1; d < a.length; d++) {
    mergeBridge(scopes, end(a, d), { node: end(a, d + 1), neighbour: to, direction: "out", kind });
  }
  for (let d = shared + 1; d < b.length; d++) {
    mergeBridge(scopes, end(b, d), { node: end(b, d + 1), neighbour: from, direction: "in", kind });
  }
}

const TENSORS = { tensors: 1, label: "2×3", elements: 6, bytes: 24 };

function mergeEdge(edges: ScopeEdge[], ends: Pick<ScopeEdge, "source" | "target" | "kind">): void {
  const isSame = (edge: ScopeEdge): boolean =>
    edge.source === ends.source && edge.target === ends.target && edge.kind === ends.kind;
  if (!edges.some(isSame)) edges.push({ ...ends, ...TENSORS, cut: false, usual_cut: false });
}

function mergeBridge(
  scopes: Map<string, Scope>,
  scope: string,
  ends: Pick<Scope["bridges"][number], "node" | "neighbour" | "direction" | "kind">,
): void {
  const bridges = scopes.get(scope)?.bridges ?? [];
  const isSame = (bridge: Scope["bridges"][number]): boolean =>
    bridge.node === ends.node &&
    bridge.neighbour === ends.neighbour &&
    bridge.direction === ends.direction &&
    bridge.kind === ends.kind;
  if (bridges.some(isSame)) return;
  bridges.push({ ...ends, ...TENSORS, neighbour_label: null, cut: false, usual_cut: false });
}

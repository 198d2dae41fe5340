/** The stubs of cut edges: labels beside a node in place of lines that are not drawn. */
import type { EdgeKind, Scope } from "../scope/model";

/** The other end of a cut edge or bridge, as labelled beside the node at this end. */
export interface CutEnd {
  /** The full name of the other end. */
  readonly other: string;
  /** What its box says where it stands in the same scope, else the last part of its name. */
  readonly text: string;
  readonly kind: EdgeKind;
  readonly tensors: number;
  readonly label: string | null;
}

/** What a node reads and feeds by cut edges, tensors before control. */
export interface CutEnds {
  readonly before: readonly CutEnd[];
  readonly after: readonly CutEnd[];
}

interface OpenEnds {
  before: CutEnd[];
  after: CutEnd[];
}

const NONE: CutEnds = { before: [], after: [] };
const known = new WeakMap<Scope, ReadonlyMap<string, CutEnds>>();

/** The cut ends at a child of a scope. */
export function cutEndsAt(scope: Scope, node: string): CutEnds {
  const ends = known.get(scope) ?? cutEnds(scope);
  known.set(scope, ends);
  return ends.get(node) ?? NONE;
}

function cutEnds({ nodes, edges, bridges }: Scope): ReadonlyMap<string, CutEnds> {
  const ends = new Map<string, OpenEnds>();
  const labels = new Map(nodes.map(({ name, label }) => [name, label]));
  const end = (other: string, label: string | null | undefined) => {
    return { other, text: label ?? other.slice(other.lastIndexOf("/") + 1) };
  };
  const at = (node: string): OpenEnds => {
    const found = ends.get(node) ?? { before: [], after: [] };
    ends.set(node, found);
    return found;
  };
  for (const edge of edges) {
    // An op that feeds itself is its own neighbour: there is nowhere to go.
    if (!edge.cut || edge.source === edge.target) continue;
    at(edge.target).before.push({ ...pick(edge), ...end(edge.source, labels.get(edge.source)) });
    at(edge.source).after.push({ ...pick(edge), ...end(edge.target, labels.get(edge.target)) });
  }
  for (const bridge of bridges) {
    if (!bridge.cut) continue;
    const { before, after } = at(bridge.node);
    const side = bridge.direction === "in" ? before : after;
    side.push({ ...pick(bridge), ...end(bridge.neighbour, bridge.neighbour_label) });
  }
  for (const node of ends.values()) {
    node.before = onePerNode(node.before);
    node.after = onePerNode(node.after);
  }
  return ends;
}

/** Tensors first; a control dependency on what also sends tensors says nothing more. */
function onePerNode(all: readonly CutEnd[]): CutEnd[] {
  const data = all.filter(({ kind }) => kind !== "control");
  const others = new Set(data.map(({ other }) => other));
  return [...data, ...all.filter(({ kind, other }) => kind === "control" && !others.has(other))];
}

type Flow = Omit<CutEnd, "other" | "text">;

function pick({ kind, tensors, label }: Flow): Flow {
  return { kind, tensors, label };
}

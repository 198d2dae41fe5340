/** Makes layout requests from a seed: scopes inside scopes, with ports, extracts and labels. */
import { RandomNumbers } from "../layout/core/random-numbers";
import {
  IN_EXTRACT,
  type LayoutRequest,
  MAIN,
  OUT_EXTRACT,
  type ScopeRequest,
} from "../layout/request";

export interface RequestShape {
  readonly seed: number;
  /** Children per scope, at most. */
  readonly children: number;
  /** Edges per child. */
  readonly density: number;
  /** How many scopes are open beside the top level, at most. */
  readonly open: number;
}

/** A request that is the same for the same shape. */
export function makeRequest(shape: RequestShape): LayoutRequest {
  const random = new RandomNumbers(shape.seed);
  const drafts = [makeDraft(random, shape, 0)];
  for (let i = 0; i < drafts.length && drafts.length <= shape.open; i++) {
    for (let v = 0; v < drafts[i].count && drafts.length <= shape.open; v++) {
      if (random.below(3) > 0) continue;
      drafts[i].openScope[v] = drafts.length;
      drafts.push(makeDraft(random, shape, random.below(5)));
    }
  }
  for (const draft of drafts) connect(draft, drafts, random);
  return { scopes: drafts.map((draft) => finish(draft, random)) };
}

interface Draft {
  readonly count: number;
  readonly openScope: number[];
  readonly role: number[];
  readonly portLeaves: number[];
  readonly ends: [source: number, target: number][];
  readonly ports: [sourcePort: number, targetPort: number][];
}

function makeDraft(random: RandomNumbers, shape: RequestShape, ports: number): Draft {
  const count = 1 + random.below(shape.children);
  const portLeaves = Array.from({ length: ports }, () => random.below(2));
  const role = Array.from({ length: count }, () => {
    const roll = random.below(12);
    return roll === 0 ? IN_EXTRACT : roll === 1 ? OUT_EXTRACT : MAIN;
  });
  const ends = Array.from({ length: Math.round(shape.density * count) }, () => {
    const [a, b] = [random.below(count), random.below(count)];
    return (random.below(10) > 0 ? [Math.min(a, b), Math.max(a, b)] : [a, b]) as [number, number];
  });
  portLeaves.forEach((leaves, port) => {
    for (let i = random.below(3); i >= 0; i--) {
      const child = random.below(count);
      ends.push(leaves ? [child, count + port] : [count + port, child]);
    }
  });
  return { count, openScope: new Array(count).fill(-1), role, portLeaves, ends, ports: [] };
}

/** Lets edges go on inside open children, each through a free port of the right direction. */
function connect(draft: Draft, drafts: readonly Draft[], random: RandomNumbers): void {
  const used = new Set<string>();
  for (const [source, target] of draft.ends) {
    const port = (end: number, leaves: number): number => {
      const inside = drafts[draft.openScope[end] ?? -1];
      const fitting = (inside?.portLeaves ?? []).flatMap((l, i) =>
        l === leaves && !used.has(`${end} ${i}`) ? [i] : [],
      );
      if (fitting.length === 0) return -1;
      const chosen = fitting[random.below(fitting.length)];
      used.add(`${end} ${chosen}`);
      return chosen;
    };
    draft.ports.push([port(source, 1), port(target, 0)]);
  }
}

function finish(draft: Draft, random: RandomNumbers): ScopeRequest {
  const { count, ends } = draft;
  const nodes = (make: () => number): Float64Array => Float64Array.from({ length: count }, make);
  const edges = (make: () => number): Float64Array => Float64Array.from(ends, make);
  const room = (): number => (random.below(4) === 0 ? 20 + random.below(80) : 0);
  return {
    childCount: count,
    boxWidth: nodes(() => 36 + random.below(200)),
    boxHeight: nodes(() => 24 + random.below(30)),
    lineRoom: nodes(() => random.below(80)),
    roomBefore: nodes(room),
    roomAfter: nodes(room),
    annotationHeight: nodes(() => random.below(60)),
    openScope: Int32Array.from(draft.openScope),
    role: Uint8Array.from(draft.role),
    portLeaves: Uint8Array.from(draft.portLeaves),
    source: Int32Array.from(ends, ([source]) => source),
    target: Int32Array.from(ends, ([, target]) => target),
    weight: edges(() => 0.5 + random.below(8) / 2),
    cut: Uint8Array.from(ends, () => Number(random.below(15) === 0)),
    labelWidth: edges(() => (random.below(2) === 0 ? 0 : 20 + random.below(60))),
    thickness: edges(() => 0.75 + random.below(12)),
    sourcePort: Int32Array.from(draft.ports, ([port]) => port),
    targetPort: Int32Array.from(draft.ports, ([, port]) => port),
    headerWidth: 100 + random.below(100),
  };
}

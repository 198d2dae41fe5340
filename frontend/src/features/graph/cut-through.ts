/**
 * Carries cuts inwards: where the line to an open node is not drawn, it is not drawn inside either.
 *
 * A scope's answer knows nothing of the scopes around it, in whose splits a line may be cut. The
 * page has all of these, for what is inside them is only shown when they are open.
 */
import type { Direction, EdgeKind, Scope } from "./model";
import type { VisibleScope } from "./visible";

/** The visible scopes, with bridges cut that continue what is cut further out. */
export function cutThrough(top: VisibleScope): VisibleScope {
  return withCuts(top, NOTHING);
}

const NOTHING: ReadonlySet<string> = new Set();

function withCuts(visible: VisibleScope, cutOutside: ReadonlySet<string>): VisibleScope {
  const scope = cutBridges(visible.scope, cutOutside);
  if (visible.open.size === 0) return scope === visible.scope ? visible : { ...visible, scope };
  const cuts = cutsByChild(scope, visible.open);
  const open = new Map(
    [...visible.open].map(([name, inside]) => {
      return [name, withCuts(inside, cuts.get(name) ?? NOTHING)];
    }),
  );
  const isSame = scope === visible.scope && [...open].every(([n, s]) => s === visible.open.get(n));
  return isSame ? visible : { ...visible, scope, open };
}

function cutBridges(scope: Scope, cutOutside: ReadonlySet<string>): Scope {
  if (cutOutside.size === 0) return scope;
  const bridges = scope.bridges.map((bridge) => {
    const { cut, direction, kind, neighbour } = bridge;
    return cut || !cutOutside.has(lineKey(direction, kind, neighbour))
      ? bridge
      : { ...bridge, cut: true };
  });
  return { ...scope, bridges };
}

/** What is cut at each open child: edges of the scope, and bridges that end there. */
function cutsByChild(
  { edges, bridges }: Scope,
  open: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const cuts = new Map<string, Set<string>>();
  const add = (child: string, direction: Direction, kind: EdgeKind, other: string): void => {
    if (!open.has(child)) return;
    const known = cuts.get(child) ?? new Set();
    cuts.set(child, known.add(lineKey(direction, kind, other)));
  };
  for (const { cut, source, target, kind } of edges) {
    if (!cut) continue;
    add(source, "out", kind, target);
    add(target, "in", kind, source);
  }
  for (const { cut, node, direction, kind, neighbour } of bridges) {
    if (cut) add(node, direction, kind, neighbour);
  }
  return cuts;
}

/** A line seen from inside; references run with data. */
function lineKey(direction: Direction, kind: EdgeKind, other: string): string {
  return `${direction} ${kind === "control"} ${other}`;
}

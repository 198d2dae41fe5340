/**
 * Carries cuts inwards: where the line to an open node is not drawn, it is not drawn inside either.
 *
 * A scope's answer knows nothing of the scopes around it, in whose splits a line may be cut. The
 * page has all of these, for what is inside them is only shown when they are open.
 */
import type { Direction, EdgeKind, Scope } from "../scope/model";
import type { VisibleScope } from "./visible-graph";

/** The visible scopes, with bridges cut that continue what is cut further out. */
export function propagateCuts(top: VisibleScope): VisibleScope {
  return withCuts(withCuts(top, "cut", NOTHING), "usual_cut", NOTHING);
}

const NOTHING: ReadonlySet<string> = new Set();

/** The cuts as shown, and those of the baseline. */
type Cut = "cut" | "usual_cut";

function withCuts(
  visible: VisibleScope,
  which: Cut,
  cutOutside: ReadonlySet<string>,
): VisibleScope {
  const before = scopeWith(visible, which);
  const scope = cutBridges(before, which, cutOutside);
  const own = scope === before ? visible : replaceScope(visible, which, scope);
  if (visible.open.size === 0) return own;
  const cuts = cutsByChild(scope, which, visible.open);
  const open = new Map(
    [...visible.open].map(([name, inside]) => {
      return [name, withCuts(inside, which, cuts.get(name) ?? NOTHING)];
    }),
  );
  const isSame = [...open].every(([name, inside]) => inside === visible.open.get(name));
  return isSame ? own : { ...own, open };
}

/** Of a regrouped scope, the baseline's cuts are those of its baseline. */
function scopeWith({ scope, baseline }: VisibleScope, which: Cut): Scope {
  return which === "usual_cut" ? (baseline ?? scope) : scope;
}

function replaceScope(visible: VisibleScope, which: Cut, scope: Scope): VisibleScope {
  const isBaseline = which === "usual_cut" && visible.baseline !== undefined;
  return isBaseline ? { ...visible, baseline: scope } : { ...visible, scope };
}

function cutBridges(scope: Scope, which: Cut, cutOutside: ReadonlySet<string>): Scope {
  if (cutOutside.size === 0) return scope;
  const bridges = scope.bridges.map((bridge) => {
    const { direction, kind, neighbour } = bridge;
    return bridge[which] || !cutOutside.has(lineKey(direction, kind, neighbour))
      ? bridge
      : { ...bridge, [which]: true };
  });
  return { ...scope, bridges };
}

/** What is cut at each open child: edges of the scope, and bridges that end there. */
function cutsByChild(
  { edges, bridges }: Scope,
  which: Cut,
  open: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const cuts = new Map<string, Set<string>>();
  const add = (child: string, direction: Direction, kind: EdgeKind, other: string): void => {
    if (!open.has(child)) return;
    const known = cuts.get(child) ?? new Set();
    cuts.set(child, known.add(lineKey(direction, kind, other)));
  };
  for (const edge of edges) {
    if (!edge[which]) continue;
    const { source, target, kind } = edge;
    add(source, "out", kind, target);
    add(target, "in", kind, source);
  }
  for (const bridge of bridges) {
    const { node, direction, kind, neighbour } = bridge;
    if (bridge[which]) add(node, direction, kind, neighbour);
  }
  return cuts;
}

/** A line seen from inside; references run with data. */
function lineKey(direction: Direction, kind: EdgeKind, other: string): string {
  return `${direction} ${kind === "control"} ${other}`;
}

import type { EdgeKind, Scope } from "./model";

const known = new WeakMap<Scope, ReadonlySet<string>>();

/** Whether a line from a node outside goes on inside a scope, to one of its children. */
export function hasIncoming(scope: Scope, from: string, kind: EdgeKind): boolean {
  const lines = known.get(scope) ?? incomingTargets(scope);
  known.set(scope, lines);
  return lines.has(lineKey(from, kind));
}

function incomingTargets({ bridges }: Scope): ReadonlySet<string> {
  const drawn = bridges.filter(({ direction, cut }) => direction === "in" && !cut);
  return new Set(drawn.map(({ neighbour, kind }) => lineKey(neighbour, kind)));
}

/** References run with data. */
function lineKey(from: string, kind: EdgeKind): string {
  return `${kind === "control"} ${from}`;
}

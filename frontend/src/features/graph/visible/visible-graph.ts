import type { FindScope, Scope, ScopeNode } from "../scope/model";

/** An open scope with the open scopes inside it. */
export interface VisibleScope {
  readonly scope: Scope;
  /** The scope without hiding and regrouping, where that differs. */
  readonly baseline?: Scope;
  /** 0 for the top level. */
  readonly depth: number;
  /** Open children, by name. */
  readonly open: ReadonlyMap<string, VisibleScope>;
}

export interface VisibleGraph {
  readonly top: VisibleScope;
  /** Scopes the viewer has opened that have not arrived; they are shown closed until then. */
  readonly missing: readonly string[];
  /** All visible scopes, every one after its parent. */
  readonly scopes: readonly VisibleScope[];
}

const NO_OTHER: FindScope = () => undefined;

/**
 * The graph to lay out: the top level and, inside it, every opened scope whose enclosing scopes are
 * all open. Undefined until the top level has arrived. `findBaseline` finds scopes as they are by
 * default, where the viewer has regrouped them.
 */
export function visibleGraph(
  find: FindScope,
  opened: ReadonlySet<string>,
  findBaseline: FindScope = NO_OTHER,
): VisibleGraph | undefined {
  const scope = find("");
  if (scope === undefined) return undefined;
  const missing: string[] = [];
  const top = {
    ...withBaseline(scope, findBaseline),
    depth: 0,
    open: new Map<string, VisibleScope>(),
  };
  const pending = [top];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const node of holder.scope.nodes.filter((child) => isOpened(child, opened))) {
      const inside = find(node.name);
      if (inside === undefined) {
        missing.push(node.name);
        continue;
      }
      const child = {
        ...withBaseline(inside, findBaseline),
        depth: holder.depth + 1,
        open: new Map(),
      };
      holder.open.set(node.name, child);
      pending.push(child);
    }
  }
  return { top, missing, scopes: scopesTopDown(top) };
}

function withBaseline(scope: Scope, find: FindScope): Pick<VisibleScope, "scope" | "baseline"> {
  const baseline = find(scope.name);
  return baseline === undefined || baseline.hash === scope.hash ? { scope } : { scope, baseline };
}

function isOpened(node: ScopeNode, opened: ReadonlySet<string>): boolean {
  return node.expandable && opened.has(node.name);
}

/** Whether the same answers are open in both, so that both are drawn alike. */
export function isSameVisible(a: VisibleScope, b: VisibleScope): boolean {
  if (a.scope !== b.scope || a.baseline !== b.baseline || a.open.size !== b.open.size) return false;
  return [...a.open].every(([name, inside]) => {
    const other = b.open.get(name);
    return other !== undefined && isSameVisible(inside, other);
  });
}

/** All visible scopes, every one after its parent. */
export function scopesTopDown(top: VisibleScope): VisibleScope[] {
  const scopes = [top];
  for (let i = 0; i < scopes.length; i++) scopes.push(...scopes[i].open.values());
  return scopes;
}

export function nodeCount(scopes: readonly VisibleScope[]): number {
  return scopes.reduce((sum, { scope }) => sum + scope.nodes.length, 0);
}

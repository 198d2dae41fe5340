import type { ScopeNode } from "./model";
import type { VisibleScope } from "./visible";

/** One line of the outline. */
export interface OutlineRow {
  readonly node: ScopeNode;
  /** The open scope it stands in. */
  readonly holder: VisibleScope;
  readonly isOpen: boolean;
  /** 1 at the top level. */
  readonly level: number;
}

/** All visible nodes, depth first, in the order in which the scopes were sent. */
export function outlineRows(top: VisibleScope): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const stack = [{ holder: top, next: 0 }];
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const node: ScopeNode | undefined = at.holder.scope.nodes[at.next++];
    if (node === undefined) {
      stack.pop();
      continue;
    }
    const inside = at.holder.open.get(node.name);
    rows.push({ node, holder: at.holder, isOpen: inside !== undefined, level: stack.length });
    if (inside !== undefined) stack.push({ holder: inside, next: 0 });
  }
  return rows;
}

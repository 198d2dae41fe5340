import type { ScopeNode } from "../scope/model";
import type { VisibleScope } from "../visible/visible-graph";

/** One line of the outline. */
export interface OutlineRow {
  readonly node: ScopeNode;
  /** The open scope it stands in. */
  readonly holder: VisibleScope;
  readonly isOpen: boolean;
  /** 1 at the top level. */
  readonly level: number;
  /** Its place among the nodes of its scope, from 1. */
  readonly place: number;
  /** The row of the scope around; -1 at the top level. */
  readonly parent: number;
}

/** All visible nodes, depth first, in the order in which the scopes were sent. */
export function outlineRows(top: VisibleScope): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const stack = [{ holder: top, next: 0, parent: -1 }];
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const { holder, parent } = at;
    const node: ScopeNode | undefined = holder.scope.nodes[at.next++];
    if (node === undefined) {
      stack.pop();
      continue;
    }
    const inside = holder.open.get(node.name);
    const isOpen = inside !== undefined;
    rows.push({ node, holder, isOpen, level: stack.length, place: at.next, parent });
    if (isOpen) stack.push({ holder: inside, next: 0, parent: rows.length - 1 });
  }
  return rows;
}

/** What a key does in the outline: another row has the keys, or the row's scope opens or closes. */
export type OutlineStep = { readonly to: number } | "toggle" | undefined;

/** As trees do it: right opens and goes inside, left closes and goes out. */
export function outlineStep(
  rows: readonly OutlineRow[],
  at: number,
  key: string,
  page: number,
): OutlineStep {
  const row = rows[at];
  if (row === undefined) return undefined;
  const { isOpen, parent } = row;
  const isClosed = row.node.expandable && !isOpen;
  const goTo = (to: number): OutlineStep => ({ to: Math.max(0, Math.min(rows.length - 1, to)) });
  const outwards = (): OutlineStep => (parent < 0 ? undefined : { to: parent });
  switch (key) {
    case "ArrowDown":
      return goTo(at + 1);
    case "ArrowUp":
      return goTo(at - 1);
    case "PageDown":
      return goTo(at + page);
    case "PageUp":
      return goTo(at - page);
    case "Home":
      return goTo(0);
    case "End":
      return goTo(rows.length - 1);
    case "ArrowRight":
      if (isClosed) return "toggle";
      return rows[at + 1]?.parent === at ? goTo(at + 1) : undefined;
    case "ArrowLeft":
      return isOpen ? "toggle" : outwards();
    case "Backspace":
      return outwards();
    default:
      return undefined;
  }
}

/**
 * The plan of a bulk expansion: breadth first, so that the scopes left closed at the bound are the
 * deepest, and everywhere alike.
 */

import * as messages from "../late/messages";
import type { Scope, ScopeNode } from "../scope/model";
import { nodeCount, scopesTopDown } from "../visible/visible-graph";
import type { GraphSession } from "./graph-session";

/** More nodes than this are never opened at once: they would be too many to see, or to draw well. */
export const MAX_VISIBLE = 3_000;
/** Scopes requested together, as long as their contents surely have room; and in any case. */
const MAX_TOGETHER = 200;
const MIN_TOGETHER = 12;

export interface BulkExpandRequest {
  /** The nodes to open first, if they can be. */
  readonly nodes: readonly ScopeNode[];
  /** How many levels of scopes to open; 1 for these nodes alone. */
  readonly depth: number;
  /** Nodes that are visible whatever is opened. */
  readonly visible: number;
  /** Open scopes that stay open. */
  readonly retained?: readonly string[];
}

/** Where the planning stands, and what it came to. */
export interface BulkExpandPlan {
  /** Names of the scopes to open. */
  readonly open: readonly string[];
  /** Nodes that are visible when they are open. */
  readonly visible: number;
  /** Requested scopes that stay closed, because the bound would be passed. */
  readonly left: number;
}

/** Every scope down to a depth, 1 for those of the top level. */
export function requestToDepth(
  { visible }: GraphSession,
  depth: number,
): BulkExpandRequest | undefined {
  const nodes = visible.peek()?.top.scope.nodes;
  return nodes && { nodes, depth, visible: nodes.length };
}

/** A scope and all below it. */
export function requestBelow(session: GraphSession, name: string): BulkExpandRequest | undefined {
  const node = session.findNode(name);
  if (node === undefined) return undefined;
  const all = session.visible.peek()?.scopes ?? [];
  const own = all.find(({ scope }) => scope.name === name);
  const below = own === undefined ? [] : scopesTopDown(own);
  const inside = new Set(below.map(({ scope }) => scope.name));
  const isElsewhere = (each: string): boolean =>
    each !== name && !inside.has(each) && !each.startsWith(`${name}/`);
  return {
    // It was requested by name: it is opened in any case.
    nodes: [{ ...node, recursive: false, role: "main" }],
    depth: Number.POSITIVE_INFINITY,
    visible: nodeCount(all) - nodeCount(below),
    retained: session.expansion.opened.peek().filter(isElsewhere),
  };
}

/** Requests the contents of scopes; throws when one request fails. */
export type LoadScopes = (names: readonly string[]) => Promise<readonly Scope[]>;

/**
 * Yields its progress after each batch; the last is the whole plan. A caller cancels by leaving the
 * iteration.
 */
export async function* planBulkExpand(
  { nodes, depth, visible }: BulkExpandRequest,
  load: LoadScopes,
): AsyncGenerator<BulkExpandPlan, void> {
  const plan = { open: [] as string[], visible, left: 0 };
  let level = nodes.filter(isOpenable);
  for (let d = 0; d < depth && level.length > 0; d++) {
    const next: ScopeNode[] = [];
    for (let from = 0, to = 0; from < level.length; from = to) {
      to = endOfBatch(level, from);
      const names = level.slice(from, to).map(({ name }) => name);
      const fitting = addFitting(plan, await load(names));
      next.push(...fitting.flatMap((scope) => scope.nodes.filter(isOpenable)));
      yield { ...plan, open: [...plan.open] };
      if (fitting.length > 0) continue;
      // No scope of a whole batch had room: the rest is not requested.
      plan.left += level.length - to;
      break;
    }
    level = next;
  }
  yield plan;
}

/** Where a batch ends: scopes of many ops may be too large to open, and their request useless. */
function endOfBatch(level: readonly ScopeNode[], from: number): number {
  let ops = 0;
  let to = from;
  while (to < level.length && to - from < MAX_TOGETHER) {
    ops += level[to].count;
    if (ops > MAX_VISIBLE && to - from >= MIN_TOGETHER) break;
    to++;
  }
  return to;
}

/** Takes the scopes that still have room into the plan, in their order; returns them. */
function addFitting(
  plan: { open: string[]; visible: number; left: number },
  scopes: readonly Scope[],
): Scope[] {
  return scopes.filter(({ name, nodes }) => {
    const fits = plan.visible + nodes.length <= MAX_VISIBLE;
    if (fits) {
      plan.open.push(name);
      plan.visible += nodes.length;
    } else plan.left++;
    return fits;
  });
}

/** A function that calls itself never ends, and what was extracted stays small beside the graph. */
function isOpenable({ expandable, recursive, role }: ScopeNode): boolean {
  return expandable && !recursive && role === "main";
}

/** What was opened, and what was not. */
export function expandedText({ open, visible, left }: BulkExpandPlan): string {
  if (left === 0) return messages.expanded(open.length, visible);
  return messages.expandedToLimit(MAX_VISIBLE, left);
}

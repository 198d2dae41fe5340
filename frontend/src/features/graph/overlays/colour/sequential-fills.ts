/** Colours by an amount that a step measured: the more, the stronger. */
import type { ScopeStatistics } from "../../../../api/types";
import type { AmountBy, ScaleOf } from "../../options/colour-by";
import type { NodeFill } from "../../scene/node-fill";
import type { VisibleScope } from "../../visible/visible-graph";

export interface AmountFills {
  readonly fills: ReadonlyMap<string, NodeFill>;
  /** Nodes of which nothing was measured. */
  readonly unused: ReadonlySet<string>;
  /** The end of the scale; 0 where nothing was measured. */
  readonly most: number;
  /** What part of the time, or of the peak of memory, of the whole graph each node has. */
  readonly shares: ReadonlyMap<string, number>;
}

const COLUMNS = { compute_time: "compute", memory: "peak" } as const;

export function amountFills(
  by: AmountBy,
  scaleOf: ScaleOf,
  scopes: readonly VisibleScope[],
  answerOf: (scope: string) => ScopeStatistics | undefined,
): AmountFills {
  const amounts = new Map<string, number>();
  const unused = new Set<string>();
  const shares = new Map<string, number>();
  const total = answerOf("")?.totals[COLUMNS[by]] ?? 0;
  let [inView, inGraph] = [0, 0];
  for (const { scope, open } of scopes) {
    const answer = answerOf(scope.name);
    if (answer === undefined) continue;
    const { names, unused: isUnused, [COLUMNS[by]]: column } = answer.children;
    inGraph = answer.graph_scale[COLUMNS[by]];
    names.forEach((name, at) => {
      const amount = column[at] ?? 0;
      if (amount > 0 && total > 0) shares.set(name, Math.min(1, amount / total));
      if (isUnused[at]) unused.add(name);
      else if (!open.has(name)) amounts.set(name, amount);
    });
  }
  for (const amount of amounts.values()) inView = Math.max(inView, amount);
  const most = scaleOf === "view" ? inView : inGraph;
  return { fills: fillsOf(amounts, most), unused, most, shares };
}

function fillsOf(amounts: ReadonlyMap<string, number>, most: number): Map<string, NodeFill> {
  const heat = (amount: number): number => (most > 0 ? Math.min(1, amount / most) : 0);
  return new Map(
    [...amounts].map(([name, amount]) => [name, { kind: "heat", heat: heat(amount) }]),
  );
}

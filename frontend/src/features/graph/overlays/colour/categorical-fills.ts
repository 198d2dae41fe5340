/** From the shares of nodes to bands of colours, and to a legend. */
import type { ScopeColours } from "../../../../api/types";
import type { CategoryBy } from "../../options/colour-by";
import { type Band, CATEGORIES, type NodeFill, OTHER } from "../../scene/node-fill";
import type { VisibleScope } from "../../visible/visible-graph";

type Share = ScopeColours["values"][number];
type Shares = ScopeColours["shares"][number];

/** A value of the nodes in sight, how many of the ops inside have it, and its colour. */
export interface LegendValue {
  readonly value: string;
  readonly count: number;
  readonly category: number;
}

export interface CategoryLegend {
  /** Those with a colour of their own, the most frequent first. */
  readonly values: readonly LegendValue[];
  /** How many further values there are, and how many ops have them or no value. */
  readonly otherValues: number;
  readonly otherCount: number;
}

export interface CategoryFills {
  readonly fills: ReadonlyMap<string, NodeFill>;
  readonly legend: CategoryLegend;
}

/** The shares of the nodes in sight by name, open scopes left out: what is inside has their ops. */
export function sharesInSight(
  scopes: readonly VisibleScope[],
  answerOf: (scope: string) => ScopeColours | undefined,
): Map<string, Shares> {
  const inSight = new Map<string, Shares>();
  for (const { scope, open } of scopes) {
    const answer = answerOf(scope.name);
    answer?.names.forEach((name, at) => {
      const shares = answer.shares[at];
      if (shares !== undefined && !open.has(name)) inSight.set(name, shares);
    });
  }
  return inSight;
}

export function categoryFills(by: CategoryBy, inSight: ReadonlyMap<string, Shares>): CategoryFills {
  const values = addUp(inSight.values());
  const known = values.filter(({ value }) => value !== "");
  const categories = by === "tpu_compatible" ? compatibility(known) : assignCategories(known);
  const fills = new Map<string, NodeFill>();
  for (const [name, shares] of inSight) {
    const bands = bandsOf(shares, categories);
    if (bands.length > 0) fills.set(name, { kind: "bands", bands });
  }
  return { fills, legend: legendOf(values, inSight.values(), categories) };
}

/**
 * The colours of values by rank. The most frequent in sight have one; each has the one that its
 * rank in the whole graph says unless a more frequent one has that already, so that a value keeps
 * its colour, as a rule, whatever opens and closes, and a link shows the same colours.
 */
export function assignCategories(values: readonly Share[]): Map<number, number> {
  const shown = [...values].sort((a, b) => b.count - a.count || a.rank - b.rank);
  const free = new Set(Array.from({ length: CATEGORIES }, (_, at) => at));
  const categories = new Map<number, number>();
  for (const { rank } of shown.slice(0, CATEGORIES).sort((a, b) => a.rank - b.rank)) {
    const wanted = rank % CATEGORIES;
    const category = free.has(wanted) ? wanted : Math.min(...free);
    free.delete(category);
    categories.set(rank, category);
  }
  return categories;
}

/** Green for what a TPU can do, rose for what it cannot. */
function compatibility(values: readonly Share[]): Map<number, number> {
  return new Map(values.map(({ value, rank }) => [rank, value === "compatible" ? 2 : 9]));
}

function bandsOf({ shares, other_count }: Shares, categories: ReadonlyMap<number, number>): Band[] {
  const total = shares.reduce((sum, { count }) => sum + count, other_count);
  const own: Band[] = [];
  let rest = other_count;
  for (const { value, rank, count } of shares) {
    const category = value === "" ? undefined : categories.get(rank);
    if (category === undefined) rest += count;
    else own.push({ category, share: count / total });
  }
  // Nothing inside has a value: the node keeps the colours of its kind.
  if (own.length === 0 && shares.every(({ value }) => value === "")) return [];
  return rest > 0 ? [...own, { category: OTHER, share: rest / total }] : own;
}

function addUp(all: Iterable<Shares>): Share[] {
  const byRank = new Map<number, { value: string; rank: number; count: number }>();
  for (const { shares } of all) {
    for (const { value, rank, count } of shares) {
      const known = byRank.get(rank);
      if (known === undefined) byRank.set(rank, { value, rank, count });
      else known.count += count;
    }
  }
  return [...byRank.values()];
}

function legendOf(
  values: readonly Share[],
  all: Iterable<Shares>,
  categories: ReadonlyMap<number, number>,
): CategoryLegend {
  const named: LegendValue[] = [];
  let [otherValues, otherCount] = [0, 0];
  for (const { value, rank, count } of values) {
    const category = value === "" ? undefined : categories.get(rank);
    if (category !== undefined) named.push({ value, count, category });
    else {
      otherValues += Number(value !== "");
      otherCount += count;
    }
  }
  for (const { other_count } of all) otherCount += other_count;
  named.sort((a, b) => b.count - a.count);
  return { values: named, otherValues, otherCount };
}

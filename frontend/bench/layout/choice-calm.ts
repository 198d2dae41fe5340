/**
 * How calm drawings are when a viewer chooses what to see: each kind of op and of edge of a real
 * graph is hidden, each series taken apart, and every pair of siblings is compared with how it
 * stood before.
 */

import { layOutScopes } from "../../src/features/graph/layout/compound/layout-scopes";
import { layoutSubject } from "../../src/features/graph/scene/layout-request";
import { parentName, type Scope } from "../../src/features/graph/scope/model";
import { emptyCache } from "../../src/features/graph/testing/whole-engine";
import { hideKinds } from "../../src/features/graph/visible/hide-kinds";
import { propagateCuts } from "../../src/features/graph/visible/propagate-cuts";
import { visibleGraph } from "../../src/features/graph/visible/visible-graph";
import { measureLetters, type RealGraph } from "./real-graphs";

export interface ChoiceCalm {
  readonly choices: number;
  /** Pairs of siblings side by side before and after, and those that have changed sides. */
  readonly pairs: number;
  readonly changed: number;
  /** How far nodes moved that are there before and after, seen from one near the middle. */
  readonly moved: number;
  /** The mean of half the diagonal of the drawings, to compare with. */
  readonly size: number;
}

interface Seen {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly size: number;
}

interface Box {
  readonly scope: string;
  /** -1 for what has no edge, which is packed anew. */
  readonly rank: number;
  readonly x: number;
  readonly y: number;
}

interface Choice {
  readonly open: readonly string[];
  readonly hidden?: string;
  /** The scope with a series taken apart. */
  readonly regrouped?: Scope;
}

export function measureChoices(real: RealGraph): ChoiceCalm {
  const sum = { choices: 0, pairs: 0, changed: 0, moved: 0, movers: 0, size: 0 };
  for (const choice of choicesOf(real)) {
    const before = draw(real, { open: choice.open });
    const after = draw(real, choice);
    sum.choices++;
    sum.size += before.size;
    comparePairs(before, after, sum);
    compareMoves(before, after, sum);
  }
  const { choices, pairs, changed, moved, movers, size } = sum;
  return { choices, pairs, changed, moved: moved / (movers || 1), size: size / (choices || 1) };
}

/** Every kind, with the scopes of the two upper levels open; every series, in its scope. */
function* choicesOf(real: RealGraph): Generator<Choice> {
  const open = [...real.scopes.keys()].filter((name) => name !== "" && !name.includes("/"));
  const shown = ["", ...open].flatMap((name) => real.scopes.get(name)?.nodes ?? []);
  const types = new Set(shown.map(({ op }) => op).filter((op) => op !== ""));
  for (const op of types) yield { open, hidden: `op:${op}` };
  yield { open, hidden: "control" };
  for (const regrouped of real.regrouped) yield { open: enclosing(regrouped.name), regrouped };
}

function enclosing(scope: string): string[] {
  return scope === "" ? [] : [...enclosing(parentName(scope)), scope];
}

function draw(real: RealGraph, { open, hidden, regrouped }: Choice): Seen {
  const find = (name: string): Scope | undefined =>
    regrouped?.name === name ? regrouped : real.scopes.get(name);
  const visible = visibleGraph(find, new Set(open), (name) => real.scopes.get(name));
  if (visible === undefined) throw new Error(`${real.name} has no top level.`);
  const { top } = hideKinds(propagateCuts(visible.top), new Set(hidden ? [hidden] : []));
  const subject = layoutSubject(top, measureLetters);
  const result = layOutScopes(subject.request, emptyCache());
  const boxes = new Map<string, Box>();
  subject.scopes.forEach(({ visible: { scope }, children }, i) => {
    const { x, y, width, height, rank } = result.scopes[i];
    children.forEach(({ item, isDrawn }, v) => {
      if (!isDrawn || item.role !== item.usual_role) return;
      const middle = { x: x[v] + width[v] / 2, y: y[v] + height[v] / 2 };
      boxes.set(item.name, { scope: scope.name, rank: rank[v], ...middle });
    });
  });
  return { boxes, size: Math.hypot(result.width, result.height) / 2 };
}

function comparePairs(before: Seen, after: Seen, sum: { pairs: number; changed: number }): void {
  const stay = [...before.boxes].flatMap(([name, was]): { was: Box; is: Box }[] => {
    const is = after.boxes.get(name);
    return is === undefined ? [] : [{ was, is }];
  });
  stay.forEach((a, i) => {
    for (const b of stay.slice(0, i)) {
      if (!isBeside(a.was, b.was) || !isBeside(a.is, b.is)) continue;
      sum.pairs++;
      if ((a.was.x - b.was.x) * (a.is.x - b.is.x) <= 0) sum.changed++;
    }
  });
}

function isBeside(a: Box, b: Box): boolean {
  return a.scope === b.scope && a.rank >= 0 && a.rank === b.rank && Math.abs(a.y - b.y) < 1e-6;
}

/** The page holds what is near the middle of the view: moves are seen from there. */
function compareMoves(before: Seen, after: Seen, sum: { moved: number; movers: number }): void {
  const stay = [...before.boxes.keys()].filter((name) => after.boxes.has(name));
  const moves = stay.map((name) => {
    const [was, is] = [before.boxes.get(name) as Box, after.boxes.get(name) as Box];
    return { x: is.x - was.x, y: is.y - was.y };
  });
  const [dx, dy] = [median(moves.map(({ x }) => x)), median(moves.map(({ y }) => y))];
  for (const { x, y } of moves) sum.moved += Math.hypot(x - dx, y - dy);
  sum.movers += moves.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

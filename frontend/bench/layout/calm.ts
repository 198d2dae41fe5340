/**
 * How calm drawings are: scopes of a real graph are opened and closed at random, and after each
 * step every pair of siblings is compared with how it stood when it was first seen.
 */

import { layOutScopes } from "../../src/features/graph/layout/compound/layout-scopes";
import { RandomNumbers } from "../../src/features/graph/layout/core/random-numbers";
import type { LayoutResult, ScopeResult } from "../../src/features/graph/layout/request";
import { type LayoutSubject, layoutSubject } from "../../src/features/graph/scene/layout-request";
import { emptyCache } from "../../src/features/graph/testing/whole-engine";
import { visibleGraph } from "../../src/features/graph/visible/visible-graph";
import { measureLetters, type RealGraph } from "./real-graphs";

export interface Calm {
  readonly steps: number;
  /** Pairs of siblings side by side that were compared, and those that had changed their order. */
  readonly pairs: number;
  readonly changed: number;
  /** Drawings that were not the same as when the same scopes were open before. */
  readonly different: number;
  /** How far nodes that were not opened or closed moved, seen from the one that was; the mean. */
  readonly moved: number;
  /** The mean of half the diagonal by which the box of that one grew or shrank. */
  readonly needed: number;
  /** Milliseconds per step, the mean. */
  readonly ms: number;
}

/** More are never open at once: few people open more. */
const MAX_OPEN = 12;

/** A drawing as a viewer compares it: boxes by name. */
interface Seen {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly subject: LayoutSubject;
  readonly result: LayoutResult;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function measureCalm(real: RealGraph, steps: number, seed: number): Calm {
  const walk = new Walk(real, seed);
  for (let i = 0; i < steps; i++) walk.step();
  return walk.summary(steps);
}

class Walk {
  private readonly random: RandomNumbers;
  private readonly cache = emptyCache();
  private readonly open = new Set<string>();
  /** Per scope, how its children stood when first seen. */
  private readonly first = new Map<string, ScopeResult>();
  private readonly drawings = new Map<string, number>();
  private before: Seen;
  private pairs = 0;
  private changed = 0;
  private different = 0;
  private moved = 0;
  private movers = 0;
  private needed = 0;
  private ms = 0;

  constructor(
    private readonly real: RealGraph,
    seed: number,
  ) {
    this.random = new RandomNumbers(seed);
    this.before = this.draw();
  }

  step(): void {
    const pivot = this.choose();
    if (pivot === undefined) return;
    if (!this.open.delete(pivot)) this.open.add(pivot);
    const begun = performance.now();
    const after = this.draw();
    this.ms += performance.now() - begun;
    this.compareOrders(after);
    this.compareDrawings(after);
    this.compareMoves(pivot, after);
    this.before = after;
  }

  summary(steps: number): Calm {
    const { pairs, changed, different } = this;
    const moved = this.moved / Math.max(1, this.movers);
    return {
      steps,
      pairs,
      changed,
      different,
      moved,
      needed: this.needed / steps,
      ms: this.ms / steps,
    };
  }

  /** A visible scope to open, or an open one to close. */
  private choose(): string | undefined {
    const nodes = this.before.subject.scopes.flatMap(({ visible }) => visible.scope.nodes);
    const names = nodes.filter(({ expandable }) => expandable).map(({ name }) => name);
    const choices = this.open.size >= MAX_OPEN ? [...this.open] : names;
    return choices[this.random.below(choices.length)];
  }

  private draw(): Seen {
    const visible = visibleGraph((name) => this.real.scopes.get(name), this.open);
    if (visible === undefined) throw new Error(`${this.real.name} has no top level.`);
    const subject = layoutSubject(visible.top, measureLetters);
    const result = layOutScopes(subject.request, this.cache);
    const boxes = new Map<string, Box>();
    subject.scopes.forEach((scope, i) => {
      const { x, y, width, height } = result.scopes[i];
      scope.children.forEach(({ item: { name } }, v) => {
        boxes.set(name, { x: x[v], y: y[v], width: width[v], height: height[v] });
      });
    });
    return { boxes, subject, result };
  }

  private compareOrders({ subject, result }: Seen): void {
    subject.scopes.forEach(({ visible: { scope } }, i) => {
      const now = result.scopes[i];
      const first = this.first.get(scope.name);
      if (first === undefined) {
        this.first.set(scope.name, now);
        return;
      }
      for (let a = 0; a < scope.nodes.length; a++) {
        for (let b = 0; b < a; b++) {
          if (!isBeside(first, a, b)) continue;
          this.pairs++;
          if ((first.x[a] - first.x[b]) * (now.x[a] - now.x[b]) <= 0) this.changed++;
          if (now.rank[a] !== now.rank[b]) this.changed++;
        }
      }
    });
  }

  /** The same scopes open give the same drawing, whatever was open in between. */
  private compareDrawings({ result }: Seen): void {
    const key = [...this.open].sort().join("\n");
    const sum = result.scopes.reduce((total, scope) => {
      return total + scope.x.reduce((s, x, v) => s + x * (v + 1) + scope.y[v] * (v + 2), 0);
    }, 0);
    const known = this.drawings.get(key);
    if (known !== undefined && known !== sum) this.different++;
    this.drawings.set(key, sum);
  }

  private compareMoves(pivot: string, after: Seen): void {
    const [from, to] = [this.before.boxes.get(pivot), after.boxes.get(pivot)];
    if (from === undefined || to === undefined) return;
    this.needed += Math.hypot(to.width - from.width, to.height - from.height) / 2;
    const origin = { x: to.x + to.width / 2 - from.x - from.width / 2, y: to.y - from.y };
    for (const [name, box] of after.boxes) {
      const was = this.before.boxes.get(name);
      if (was === undefined || name === pivot || name.startsWith(`${pivot}/`)) continue;
      const dx = box.x + box.width / 2 - was.x - was.width / 2 - origin.x;
      const dy = box.y + box.height / 2 - was.y - was.height / 2 - origin.y;
      this.moved += Math.hypot(dx, dy);
      this.movers++;
    }
  }
}

/** Whether two children stand on one rank of one part: their middles are at the same height. */
function isBeside({ rank, y, height }: ScopeResult, a: number, b: number): boolean {
  const apart = y[a] + height[a] / 2 - y[b] - height[b] / 2;
  return rank[a] >= 0 && rank[a] === rank[b] && Math.abs(apart) < 1e-6;
}

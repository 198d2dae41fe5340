/**
 * Folds of a first view that is far higher than its canvas is.
 *
 * A model whose layers follow one another is a narrow tower, and much of the canvas stays empty. Its
 * scopes are tried with their chains in columns side by side, whichever makes all of the drawing
 * largest. Only what is open at first plays a part: whatever opens or closes later, chains stay
 * folded as they are.
 */
import type { Subgraph } from "../core/flat-graph";
import { fixedRanks } from "../order/pinned-layers";
import type { LayeredGraph } from "../rank/layered-graph";
import type { ScopeRequest } from "../request";
import { type Fold, leastColumnHeight, linesCut } from "./fold-cuts";
import type { ClosedSizes } from "./wide-ranks";

/** Folds by scope. */
export type Folds = ReadonlyMap<number, Fold>;

/** What is looked at of a drawing: how large it can be shown, and of each scope its inside. */
export interface FoldedDrawing {
  readonly zoom: number;
  readonly scopes: readonly FoldedScope[];
}

/** The sizes of a scope's children as they are drawn, and its connected parts. */
export interface FoldedScope extends ClosedSizes {
  readonly parts: readonly {
    readonly part: Subgraph;
    readonly layered: LayeredGraph;
    readonly cuts: Int32Array;
  }[];
}

/** A drawing is folded where it can be shown so many times as large, and once more for this. */
const LEAST_GAIN = 1.15;
const STEP_GAIN = 1.04;
/** What each line counts that goes on in another column: the eye has to follow it there. */
const LINE_COST = 0.98;
/** Scopes that are folded together, and columns of each. */
const MAX_FOLDS = 3;
const MAX_COLUMNS = 4;
/** One more column makes the highest so much lower, or it would hold hardly anything. */
const MOST_LEFT = 0.8;

/** A drawing with its folds, and how large it can be shown less what folding costs. */
interface Attempt {
  readonly folds: Folds;
  readonly drawing: FoldedDrawing;
  readonly value: number;
}

/** `draw` lays out the first view, without what the viewer has changed, with folds. */
export function* chooseFolds<Step>(
  draw: (folds: Folds) => Generator<Step, FoldedDrawing>,
): Generator<Step, Folds> {
  const attempt = function* (folds: Folds): Generator<Step, Attempt> {
    const drawing = yield* draw(folds);
    return { folds, drawing, value: drawing.zoom * LINE_COST ** cutLines(drawing) };
  };
  const plain = yield* attempt(new Map());
  let best = plain;
  for (let round = 0; round < MAX_FOLDS; round++) {
    const before = best;
    for (const folds of furtherFolds(before)) {
      const next = yield* attempt(folds);
      if (next.value > best.value && next.value > STEP_GAIN * before.value) best = next;
    }
    if (best === before) break;
  }
  return best.value > LEAST_GAIN * plain.value ? best.folds : plain.folds;
}

function cutLines({ scopes }: FoldedDrawing): number {
  const parts = scopes.flatMap((scope) => scope.parts);
  return parts.reduce((sum, { layered, cuts }) => sum + linesCut(layered, cuts), 0);
}

/** The same folds and one more: of each scope that has none, into two columns and more. */
function* furtherFolds({ folds, drawing }: Attempt): Generator<Folds> {
  for (const [i, { width, height, parts }] of drawing.scopes.entries()) {
    if (folds.has(i)) continue;
    const columnHeight = (columns: number): number => {
      const heights = parts.map(({ part, layered }) => {
        const isFixed = fixedRanks(part.graph, layered);
        return leastColumnHeight(layered, part, isFixed, { width, height }, columns);
      });
      return Math.max(0, ...heights);
    };
    let last = columnHeight(1);
    for (let columns = 2; columns <= MAX_COLUMNS; columns++) {
      const most = columnHeight(columns);
      if (most > MOST_LEFT * last) break;
      last = most;
      yield new Map([...folds, [i, { width, height, most }]]);
    }
  }
}

/** The folds of scopes that are open now and were open at first, by their numbers now. */
export function foldsInside(
  scopes: readonly ScopeRequest[],
  first: readonly ScopeRequest[],
  folds: Folds,
): Folds {
  const found = new Map<number, Fold>();
  const waiting: [now: number, then: number][] = [[0, 0]];
  for (const [now, then] of waiting) {
    const fold = folds.get(then);
    if (fold) found.set(now, fold);
    scopes[now].openScope.forEach((inside, v) => {
      const before = first[then].openScope[v];
      if (inside >= 0 && before >= 0) waiting.push([inside, before]);
    });
  }
  return found;
}

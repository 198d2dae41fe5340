/**
 * All vertices in the order of a smooth function on the graph.
 *
 * Every vertex repeatedly moves towards the mean of its neighbours above and below, while the
 * mean of all is held at 0 and the spread at 1: power iteration, which leaves the slowest
 * vibration of the graph. What hangs together comes together, over any number of ranks at
 * once, where a sweep sees one rank at a time. It starts from the sequence given.
 */

import { ascending, tabulate } from "../core/typed-arrays";
import type { WorkBudget } from "../core/work-budget";
import type { Neighbours } from "./neighbours";

const MAX_ITERATIONS = 100;
/** With fewer than this the function is hardly smoother than the start. */
const MIN_ITERATIONS = 30;
/** How much of its own value a vertex keeps; without it, values of bipartite graphs swing. */
const INERTIA = 0.3;

/** Undefined when `steps` do not suffice; they are charged to the budget. */
export function findSpectralOrder(
  neighbours: Neighbours,
  start: Int32Array,
  steps: number,
  budget: WorkBudget,
): Int32Array | undefined {
  const each = start.length + neighbours.up.length + neighbours.down.length;
  const iterations = Math.min(MAX_ITERATIONS, Math.floor(steps / each));
  if (iterations < MIN_ITERATIONS) return undefined;
  budget.spend(iterations * each);
  const { upStart, downStart } = neighbours;
  const degree = tabulate(start.length, (v) => {
    return upStart[v + 1] - upStart[v] + downStart[v + 1] - downStart[v];
  });
  let value = new Float64Array(start.length);
  let next = new Float64Array(start.length);
  start.forEach((v, i) => {
    value[v] = i;
  });
  for (let i = 0; i < iterations; i++) {
    normalise(value, degree);
    relax(neighbours, degree, value, next);
    [value, next] = [next, value];
  }
  return ascending(start.length).sort((a, b) => value[a] - value[b] || a - b);
}

/** Shifts and scales values to mean 0 and spread 1, each weighed by its degree. */
function normalise(value: Float64Array, degree: Float64Array): void {
  let total = 0;
  let mean = 0;
  for (let v = 0; v < value.length; v++) {
    total += degree[v];
    mean += degree[v] * value[v];
  }
  mean /= Math.max(1, total);
  let square = 0;
  for (let v = 0; v < value.length; v++) {
    value[v] -= mean;
    square += degree[v] * value[v] * value[v];
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let v = 0; v < value.length; v++) value[v] *= scale;
}

function relax(
  { up, upStart, down, downStart }: Neighbours,
  degree: Float64Array,
  value: Float64Array,
  next: Float64Array,
): void {
  for (let v = 0; v < value.length; v++) {
    let sum = 0;
    for (let i = upStart[v]; i < upStart[v + 1]; i++) sum += value[up[i]];
    for (let i = downStart[v]; i < downStart[v + 1]; i++) sum += value[down[i]];
    const mean = degree[v] > 0 ? sum / degree[v] : 0;
    next[v] = INERTIA * value[v] + (1 - INERTIA) * mean;
  }
}

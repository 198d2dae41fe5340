/** Edges grouped by one of their ends: those of node `v` are `edges[start[v] .. start[v + 1])`. */
export interface Adjacency {
  readonly start: Int32Array;
  readonly edges: Int32Array;
}

/**
 * Groups edges by the ends given, in ascending edge order within a node (a counting sort).
 *
 * `ends[e]` is the node that edge `e` is filed under; a negative end leaves the edge out.
 */
export function groupByEnd(nodeCount: number, ends: Int32Array): Adjacency {
  const start = new Int32Array(nodeCount + 1);
  for (let e = 0; e < ends.length; e++) if (ends[e] >= 0) start[ends[e] + 1]++;
  for (let v = 0; v < nodeCount; v++) start[v + 1] += start[v];
  const edges = new Int32Array(start[nodeCount]);
  const next = start.slice(0, nodeCount);
  for (let e = 0; e < ends.length; e++) if (ends[e] >= 0) edges[next[ends[e]]++] = e;
  return { start, edges };
}

/** Groups edges by both of their ends, each group in ascending edge order; ends below 0 count not. */
export function groupByEnds(nodeCount: number, a: Int32Array, b: Int32Array): Adjacency {
  const start = new Int32Array(nodeCount + 1);
  for (let e = 0; e < a.length; e++) {
    if (a[e] >= 0) start[a[e] + 1]++;
    if (b[e] >= 0) start[b[e] + 1]++;
  }
  for (let v = 0; v < nodeCount; v++) start[v + 1] += start[v];
  const edges = new Int32Array(start[nodeCount]);
  const next = start.slice(0, nodeCount);
  for (let e = 0; e < a.length; e++) {
    if (a[e] >= 0) edges[next[a[e]]++] = e;
    if (b[e] >= 0) edges[next[b[e]]++] = e;
  }
  return { start, edges };
}

import { groupByEnd } from "./adjacency";

/**
 * Numbers the strongly connected components (Tarjan 1972, with an explicit stack).
 *
 * Edges with a negative end are passed over. Two nodes are on a common cycle exactly when
 * their numbers are equal.
 */
export function strongComponents(nodeCount: number, from: Int32Array, to: Int32Array): Int32Array {
  const out = groupByEnd(nodeCount, from);
  const component = new Int32Array(nodeCount).fill(-1);
  const visited = new Int32Array(nodeCount).fill(-1);
  const lowest = new Int32Array(nodeCount);
  const cursor = out.start.slice();
  const path: number[] = [];
  const open: number[] = [];
  let clock = 0;
  let found = 0;

  const enter = (v: number): void => {
    visited[v] = lowest[v] = clock++;
    path.push(v);
    open.push(v);
  };
  const leave = (v: number): void => {
    path.pop();
    const parent = path.at(-1);
    if (parent !== undefined) lowest[parent] = Math.min(lowest[parent], lowest[v]);
    if (lowest[v] !== visited[v]) return;
    for (let w = open.pop(); w !== undefined; w = open.pop()) {
      component[w] = found;
      if (w === v) break;
    }
    found++;
  };

  for (let root = 0; root < nodeCount; root++) {
    if (visited[root] >= 0) continue;
    enter(root);
    for (let v = path.at(-1); v !== undefined; v = path.at(-1)) {
      if (cursor[v] === out.start[v + 1]) {
        leave(v);
        continue;
      }
      const next = to[out.edges[cursor[v]++]];
      if (next < 0) continue;
      if (visited[next] < 0) enter(next);
      else if (component[next] < 0) lowest[v] = Math.min(lowest[v], visited[next]);
    }
  }
  return component;
}

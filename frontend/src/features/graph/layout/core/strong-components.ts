import { groupByEnd } from "./adjacency";

/**
 * Numbers the strongly connected components (Tarjan 1972, with an explicit stack).
 *
 * Edges with a negative end are passed over. Two nodes are on a common cycle exactly when
 * their numbers are equal.
 */
export function strongComponents(nodeCount: number, from: Int32Array, to: Int32Array): Int32Array {
  const search = new ComponentSearch(nodeCount);
  const out = groupByEnd(nodeCount, from);
  const cursor = out.start.slice();
  for (let root = 0; root < nodeCount; root++) {
    if (search.wasEntered(root)) continue;
    search.enter(root);
    for (let v = search.current; v !== undefined; v = search.current) {
      if (cursor[v] === out.start[v + 1]) search.leave(v);
      else search.follow(v, to[out.edges[cursor[v]++]]);
    }
  }
  return search.component;
}

/** The state of the depth-first search. */
class ComponentSearch {
  readonly component: Int32Array;
  private readonly visited: Int32Array;
  private readonly lowest: Int32Array;
  /** From the root to the current node, and the nodes whose component is still open. */
  private readonly path: number[] = [];
  private readonly open: number[] = [];
  private clock = 0;
  private found = 0;

  constructor(nodeCount: number) {
    this.component = new Int32Array(nodeCount).fill(-1);
    this.visited = new Int32Array(nodeCount).fill(-1);
    this.lowest = new Int32Array(nodeCount);
  }

  get current(): number | undefined {
    return this.path.at(-1);
  }

  wasEntered(v: number): boolean {
    return this.visited[v] >= 0;
  }

  enter(v: number): void {
    this.visited[v] = this.lowest[v] = this.clock++;
    this.path.push(v);
    this.open.push(v);
  }

  follow(v: number, next: number): void {
    if (next < 0) return;
    if (!this.wasEntered(next)) this.enter(next);
    else if (this.component[next] < 0) {
      this.lowest[v] = Math.min(this.lowest[v], this.visited[next]);
    }
  }

  leave(v: number): void {
    this.path.pop();
    const parent = this.current;
    if (parent !== undefined) this.lowest[parent] = Math.min(this.lowest[parent], this.lowest[v]);
    if (this.lowest[v] === this.visited[v]) this.closeComponent(v);
  }

  /** Numbers the nodes that were opened since the component's first. */
  private closeComponent(first: number): void {
    for (let w = this.open.pop(); w !== undefined; w = this.open.pop()) {
      this.component[w] = this.found;
      if (w === first) break;
    }
    this.found++;
  }
}

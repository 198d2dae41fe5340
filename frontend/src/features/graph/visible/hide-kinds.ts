/** Takes what the viewer hides out of the visible scopes, before they are laid out. */
import type { Scope, ScopeNode } from "../scope/model";
import type { VisibleScope } from "./visible-graph";

/** How much is out of sight because of its kind, in all visible scopes. */
export interface HiddenCounts {
  readonly nodes: number;
  readonly annotations: number;
  readonly edges: number;
}

export const NOTHING_HIDDEN: HiddenCounts = { nodes: 0, annotations: 0, edges: 0 };

export interface Shown {
  readonly top: VisibleScope;
  readonly hidden: HiddenCounts;
}

/**
 * The visible scopes without nodes, annotations and control edges of hidden kinds. Edges to a
 * hidden node go with it, also those that come out of other scopes; its control edges are not
 * counted again. The unfiltered scope is the baseline, so that nothing moves when a kind is hidden.
 */
export function hideKinds(top: VisibleScope, kinds: ReadonlySet<string>): Shown {
  if (kinds.size === 0) return { top, hidden: NOTHING_HIDDEN };
  const filter = new KindFilter(kinds);
  filter.findHidden(top);
  return { top: filter.shown(top), hidden: filter.counts };
}

class KindFilter {
  private readonly names = new Set<string>();
  private readonly hidden = { nodes: 0, annotations: 0, edges: 0 };

  constructor(private readonly kinds: ReadonlySet<string>) {}

  get counts(): HiddenCounts {
    return this.hidden;
  }

  /** Names first: a bridge may end at a node of a scope further out. */
  findHidden({ scope, open }: VisibleScope): void {
    for (const { name, op } of scope.nodes) {
      if (op !== "" && this.kinds.has(`op:${op}`)) this.names.add(name);
    }
    for (const [name, inside] of open) if (!this.names.has(name)) this.findHidden(inside);
  }

  shown({ scope, baseline = scope, depth, open }: VisibleScope): VisibleScope {
    const inside = [...open].filter(([name]) => !this.names.has(name));
    return {
      scope: this.shownScope(scope),
      baseline,
      depth,
      open: new Map(inside.map(([name, child]) => [name, this.shown(child)])),
    };
  }

  private shownScope(scope: Scope): Scope {
    const nodes = scope.nodes.filter(({ name }) => !this.names.has(name));
    this.hidden.nodes += scope.nodes.length - nodes.length;
    const linked = scope.edges.filter((edge) => !this.touches(edge.source, edge.target));
    const edges = linked.filter(({ kind }) => !this.hidesEdge(kind));
    const bridges = scope.bridges.filter((bridge) => {
      return !this.touches(bridge.node, bridge.neighbour) && !this.hidesEdge(bridge.kind);
    });
    this.hidden.edges += linked.length - edges.length;
    return { ...scope, nodes: nodes.map((node) => this.shownNode(node)), edges, bridges };
  }

  private shownNode(node: ScopeNode): ScopeNode {
    const annotations = node.annotations.filter(({ kind, op }) => {
      const plural = kind === "constant" ? "constants" : "summaries";
      return !this.kinds.has(plural) && !this.kinds.has(`op:${op}`);
    });
    const hiddenCount = node.annotations.length - annotations.length;
    this.hidden.annotations += hiddenCount;
    return hiddenCount === 0 ? node : { ...node, annotations };
  }

  private touches(one: string, other: string): boolean {
    return this.names.has(one) || this.names.has(other);
  }

  private hidesEdge(kind: string): boolean {
    return kind === "control" && this.kinds.has("control");
  }
}

/** Constants and summaries, which have no box of their own: found by name, beside their hosts. */
import type { Scope, ScopeAnnotation, ScopeNode } from "./model";

export interface Annotated {
  readonly annotation: ScopeAnnotation;
  /** The node that it is drawn beside, or the first of several. */
  readonly host: ScopeNode;
  /** The name of the scope that the host stands in. */
  readonly scope: string;
}

export function annotatedIn(scopes: readonly Scope[], name: string): Annotated | undefined {
  for (const { name: scope, nodes } of scopes) {
    for (const host of nodes) {
      const annotation = host.annotations.find((each) => each.name === name);
      if (annotation !== undefined) return { annotation, host, scope };
    }
  }
  return undefined;
}

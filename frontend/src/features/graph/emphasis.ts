import { parentName } from "./model";
import type { Scene, SceneEdge } from "./scene";

/** What is pointed at and what is selected, by node name; and an edge that is pointed at. */
export interface Emphasis {
  readonly hovered: string | undefined;
  readonly selected: string | undefined;
  readonly hoveredEdge: string | undefined;
}

/**
 * Keys of the edges to bring forward: all pieces at the hovered and the selected node, and the
 * pieces outside that they are continued by.
 */
export function emphasisedEdges(scene: Scene, emphasis: Emphasis): Set<string> {
  const keys = new Set<string>();
  const byKey = new Map(scene.edges.map((edge) => [edge.key, edge]));
  const names = [emphasis.hovered, emphasis.selected].filter((name) => name !== undefined);
  for (const edge of scene.edges) {
    const isTouched = names.includes(edge.source) || names.includes(edge.target);
    if (isTouched || edge.key === emphasis.hoveredEdge) addWithOutside(keys, edge, byKey);
  }
  return keys;
}

/** Adds an edge and, where it comes through the borders of its scopes, the pieces outside. */
function addWithOutside(
  keys: Set<string>,
  edge: SceneEdge,
  byKey: ReadonlyMap<string, SceneEdge>,
): void {
  let piece: SceneEdge | undefined = edge;
  while (piece !== undefined && !keys.has(piece.key)) {
    keys.add(piece.key);
    const scope: string = piece.key.slice(0, piece.key.indexOf("\n"));
    const outside = parentName(scope);
    const isIn: boolean = parentName(piece.source) !== scope;
    const [source, target]: readonly string[] = isIn
      ? [piece.source, scope]
      : [scope, piece.target];
    piece = scope === "" ? undefined : byKey.get(`${outside}\n${source}\n${target}\n${piece.kind}`);
  }
}

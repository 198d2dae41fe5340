import { type EdgeKind, edgeName, parentName } from "../scope/model";
import type { Scene, SceneEdge } from "./scene";

/** What is pointed at and what is selected: nodes by name, a piece of an edge by key, an edge by name. */
export interface Highlight {
  readonly hovered: string | undefined;
  readonly selected: string | undefined;
  readonly hoveredEdge: string | undefined;
  readonly selectedEdge: string | undefined;
}

/** Without a pointer over the scene. */
export const NO_HIGHLIGHT: Highlight = {
  hovered: undefined,
  selected: undefined,
  hoveredEdge: undefined,
  selectedEdge: undefined,
};

/**
 * Keys of the edges to bring forward: all pieces at the hovered and the selected node, and the
 * pieces outside that they are continued by.
 */
export function highlightedEdges(scene: Scene, emphasis: Highlight): Set<string> {
  const keys = new Set<string>();
  const names = [emphasis.hovered, emphasis.selected].filter((name) => name !== undefined);
  const { hoveredEdge, selectedEdge } = emphasis;
  if (names.length === 0 && (hoveredEdge ?? selectedEdge) === undefined) return keys;
  const byKey = edgesByKey(scene.edges);
  for (const edge of scene.edges) {
    const isTouched = names.includes(edge.source) || names.includes(edge.target);
    const isChosen = edge.key === hoveredEdge || (selectedEdge && edgeName(edge) === selectedEdge);
    if (isTouched || isChosen) addWithOutside(keys, edge, byKey);
  }
  return keys;
}

const known = new WeakMap<readonly SceneEdge[], ReadonlyMap<string, SceneEdge>>();

function edgesByKey(edges: readonly SceneEdge[]): ReadonlyMap<string, SceneEdge> {
  const byKey = known.get(edges) ?? new Map(edges.map((edge) => [edge.key, edge]));
  known.set(edges, byKey);
  return byKey;
}

/** Adds an edge and, where it comes through the borders of its scopes, the pieces outside. */
function addWithOutside(
  keys: Set<string>,
  edge: SceneEdge,
  byKey: ReadonlyMap<string, SceneEdge>,
): void {
  for (let piece: SceneEdge | undefined = edge; piece !== undefined; ) {
    if (keys.has(piece.key)) return;
    keys.add(piece.key);
    piece = pieceOutside(piece, byKey);
  }
}

/** The piece that goes on where a piece meets the border of its scope. */
function pieceOutside(
  { key, source, target, kind }: SceneEdge,
  byKey: ReadonlyMap<string, SceneEdge>,
): SceneEdge | undefined {
  const scope = key.slice(0, key.indexOf("\n"));
  if (scope === "") return undefined;
  const entersScope = parentName(source) !== scope;
  const ends = entersScope ? `${source}\n${scope}` : `${scope}\n${target}`;
  return findOutside(byKey, `${parentName(scope)}\n${ends}`, kind);
}

/** The edge between two ends that continues one of the kind given: references run with data. */
function findOutside(
  byKey: ReadonlyMap<string, SceneEdge>,
  ends: string,
  kind: EdgeKind,
): SceneEdge | undefined {
  const same = byKey.get(`${ends}\n${kind}`);
  return same ?? (kind === "control" ? undefined : byKey.get(`${ends}\n${OTHER_KIND[kind]}`));
}

const OTHER_KIND = { data: "reference", reference: "data" } as const;

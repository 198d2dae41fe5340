import type { LayeredGraph } from "../rank/layered-graph";

/** Who stands where: rank `r` holds `vertices[layerStart[r] .. layerStart[r + 1])`, left to right. */
export interface LayerOrder {
  readonly layerStart: Int32Array;
  readonly vertices: Int32Array;
  /** Per vertex, its place on its rank, from 0. */
  readonly place: Int32Array;
}

/** Puts the vertices, in the sequence given, on their ranks. */
export function orderFromSequence(layered: LayeredGraph, sequence: Int32Array): LayerOrder {
  const layerStart = new Int32Array(layered.rankCount + 1);
  for (let v = 0; v < layered.vertexCount; v++) layerStart[layered.rank[v] + 1]++;
  for (let r = 0; r < layered.rankCount; r++) layerStart[r + 1] += layerStart[r];
  const vertices = new Int32Array(layered.vertexCount);
  const place = new Int32Array(layered.vertexCount);
  const next = layerStart.slice();
  for (const v of sequence) {
    const at = next[layered.rank[v]]++;
    vertices[at] = v;
    place[v] = at - layerStart[layered.rank[v]];
  }
  return { layerStart, vertices, place };
}

export function copyOrder(order: LayerOrder): LayerOrder {
  return {
    layerStart: order.layerStart,
    vertices: order.vertices.slice(),
    place: order.place.slice(),
  };
}

/** Puts a vertex at another place of its rank, which begins at `base`; those between make room. */
export function moveWithinRank(
  { vertices, place }: LayerOrder,
  base: number,
  v: number,
  to: number,
): void {
  const from = place[v];
  const step = to > from ? 1 : -1;
  for (let p = from; p !== to; p += step) {
    const moved = vertices[base + p + step];
    vertices[base + p] = moved;
    place[moved] = p;
  }
  vertices[base + to] = v;
  place[v] = to;
}

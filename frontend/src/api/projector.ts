/** The resources of embeddings. */
import { fileUrl, getJson, resourceUrl } from "./client";
import type { Embeddings, VectorNeighbours, Vectors } from "./types";

/** The embedding that a request is about. */
export interface EmbeddingQuery {
  readonly run: string;
  readonly index: number;
}

export type Distance = "cosine" | "euclidean";

export function getEmbeddings(signal?: AbortSignal): Promise<Embeddings> {
  return getJson("api/projector", signal);
}

export function getVectors(
  embedding: EmbeddingQuery,
  components: number,
  signal?: AbortSignal,
): Promise<Vectors> {
  return getJson(resourceUrl("api/projector/vectors", { ...embedding, components }), signal);
}

export function getNeighbours(
  embedding: EmbeddingQuery,
  row: number,
  distance: Distance,
  signal?: AbortSignal,
): Promise<VectorNeighbours> {
  const query = { ...embedding, row, distance, count: 20 };
  return getJson(resourceUrl("api/projector/neighbours", query), signal);
}

/** Where the picture with those of all vectors is. */
export function spriteUrl(embedding: EmbeddingQuery): string {
  return fileUrl(resourceUrl("api/projector/sprite", { ...embedding }));
}

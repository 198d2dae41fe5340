/** The resources of one embedding. */
import { fileUrl, getJson, resourceUrl } from "./client";
import type { VectorAxis, VectorNeighbours, Vectors } from "./types";

/** The embedding that a request is about. */
export interface EmbeddingQuery {
  readonly run: string;
  readonly index: number;
}

export type Distance = "cosine" | "euclidean";

/** Vectors apart from the others: those found by a search, or those nearest to one. */
export type Isolation =
  | { readonly kind: "matching"; readonly text: string }
  | {
      readonly kind: "near";
      readonly row: number;
      readonly count: number;
      readonly distance: Distance;
    };

export interface VectorsQuery extends EmbeddingQuery {
  readonly components: number;
  /** Whether their mean is subtracted and each is scaled to length 1. */
  readonly isSpherical: boolean;
  readonly isolation: Isolation | null;
}

export function getVectors(query: VectorsQuery, signal?: AbortSignal): Promise<Vectors> {
  const { run, index, components, isSpherical, isolation } = query;
  const part =
    isolation === null
      ? {}
      : isolation.kind === "matching"
        ? { matching: isolation.text }
        : { near: isolation.row, count: isolation.count, distance: isolation.distance };
  const spherical = isSpherical ? "true" : undefined;
  const parameters = { run, index, components, spherical, ...part };
  return getJson(resourceUrl("api/projector/vectors", parameters), signal);
}

/** A direction from the vectors that one search finds to those that another does. */
export interface AxisQuery extends EmbeddingQuery {
  readonly begin: string;
  readonly end: string;
  readonly isSpherical: boolean;
}

export function getAxis(query: AxisQuery, signal?: AbortSignal): Promise<VectorAxis> {
  const { isSpherical, ...axis } = query;
  const parameters = { ...axis, spherical: isSpherical ? "true" : undefined };
  return getJson(resourceUrl("api/projector/axis", parameters), signal);
}

export function getNeighbours(
  embedding: EmbeddingQuery,
  row: number,
  count: number,
  distance: Distance,
  signal?: AbortSignal,
): Promise<VectorNeighbours> {
  const query = { ...embedding, row, distance, count };
  return getJson(resourceUrl("api/projector/neighbours", query), signal);
}

/** Where the picture with those of all vectors is. */
export function spriteUrl(embedding: EmbeddingQuery): string {
  return fileUrl(resourceUrl("api/projector/sprite", { ...embedding }));
}

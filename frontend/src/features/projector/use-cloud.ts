/** The points of an embedding as they are laid out now: at once by PCA, as they settle by UMAP. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { type EmbeddingQuery, getVectors } from "../../api/projector";
import type { Embedding, Vectors } from "../../api/types";
import { runsVersion } from "../../state/server/connection";
import { QueryCache } from "../../state/server/query-cache";
import { useQuery } from "../../state/server/use-query";
import { type Cloud, cloudOf } from "./points";
import { startUmap } from "./umap-job";
import type { UmapAnswer } from "./umap-message";
import type { Method } from "./view";

const COMPONENTS = 10;
/** UMAP is given vectors of as many: further ones hold next to nothing but noise. */
const UMAP_COMPONENTS = 30;
const UMAP_NEIGHBOURS = 15;
/** Of more, so many are laid out: its time grows with them. */
export const MAX_UMAP = 4000;
const MIN_UMAP = 4;

export interface Laid {
  readonly cloud: Cloud;
  /** How far the layout is, from 0 to 1. */
  readonly part: number;
  readonly error: string | null;
}

interface VectorsQuery extends EmbeddingQuery {
  readonly components: number;
}

/** In coordinates: those of an embedding may be millions. */
const MAX_IDLE = 1_000_000;

const vectors = new QueryCache<VectorsQuery, Vectors>({
  fetch: ({ run, index, components }, signal) => getVectors({ run, index }, components, signal),
  version: ({ run }) => runsVersion([run]),
  maxIdle: MAX_IDLE,
  sizeOf: ({ coordinates }) => coordinates.length,
});

export function useVectors({ run, index }: Embedding, method: Method) {
  const components = method === "umap" ? UMAP_COMPONENTS : COMPONENTS;
  return useQuery(vectors, { run, index, components });
}

function rowsOf({ coordinates, components, rows }: Vectors): number[][] {
  return Array.from({ length: Math.min(rows, MAX_UMAP) }, (_, row) =>
    coordinates.slice(row * components, (row + 1) * components),
  );
}

function useUmap(vectors: Vectors | null, dimensions: 2 | 3) {
  const [answer, setAnswer] = useState<UmapAnswer | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    setAnswer(null);
    setError(null);
    if (vectors === null) return;
    const question = { vectors: rowsOf(vectors), dimensions, neighbours: UMAP_NEIGHBOURS };
    return startUmap(question, setAnswer, setError);
  }, [vectors, dimensions]);
  return { answer, error };
}

export function useCloud(vectors: Vectors | null, method: Method, dimensions: 2 | 3): Laid | null {
  const isUmap = method === "umap" && vectors !== null && vectors.rows >= MIN_UMAP;
  const { answer, error } = useUmap(isUmap ? vectors : null, dimensions);
  return useMemo(() => {
    if (vectors === null) return null;
    const third = dimensions === 3 ? 2 : -1;
    if (isUmap && answer !== null) {
      const cloud = cloudOf(answer.places, dimensions, [0, 1, third]);
      return { cloud, part: answer.part, error };
    }
    const { coordinates, components, rows } = vectors;
    const shown = isUmap ? Math.min(rows, MAX_UMAP) * components : coordinates.length;
    const axes = [0, 1, components > 2 ? third : -1] as const;
    const cloud = cloudOf(coordinates.slice(0, shown), components, axes);
    return { cloud, part: isUmap ? 0 : 1, error };
  }, [vectors, isUmap, answer, error, dimensions]);
}

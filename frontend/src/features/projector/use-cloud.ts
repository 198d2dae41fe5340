/**
 * The points of an embedding as they are laid out now: at once by PCA and along custom axes, as they
 * settle by UMAP.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { type AxisQuery, getAxis, getVectors, type VectorsQuery } from "../../api/projector";
import type { Embedding, VectorAxis, Vectors } from "../../api/types";
import { runsVersion } from "../../state/server/connection";
import { QueryCache } from "../../state/server/query-cache";
import { useQuery } from "../../state/server/use-query";
import { type Cloud, cloudOf } from "./points";
import { startUmap } from "./umap-job";
import type { UmapAnswer } from "./umap-message";
import * as view from "./view";

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

/** In coordinates: those of an embedding may be millions. */
const MAX_IDLE = 1_000_000;

const vectors = new QueryCache<VectorsQuery, Vectors>({
  fetch: getVectors,
  version: ({ run }) => runsVersion([run]),
  maxIdle: MAX_IDLE,
  sizeOf: ({ coordinates }) => coordinates.length,
});

const axes = new QueryCache<AxisQuery, VectorAxis>({
  fetch: getAxis,
  version: ({ run }) => runsVersion([run]),
  maxIdle: MAX_IDLE,
  sizeOf: ({ coordinates }) => coordinates.length,
});

export function useVectors({ run, index }: Embedding) {
  const components = view.method.value === "umap" ? UMAP_COMPONENTS : COMPONENTS;
  const isSpherical = view.isSpherical.value;
  const isolation = view.isolation.value;
  return useQuery(vectors, { run, index, components, isSpherical, isolation });
}

/** How many of the vectors are points. */
export function pointCount({ isolated, rows }: Vectors): number {
  return isolated?.length ?? rows;
}

function rowsOf(vectors: Vectors): number[][] {
  const { coordinates, components } = vectors;
  return Array.from({ length: Math.min(pointCount(vectors), MAX_UMAP) }, (_, row) =>
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

/** The coordinates of all rows between two searches; null without both, or before they are there. */
function useAxis({ run, index }: Embedding, begin: view.AxisEnd, end: view.AxisEnd) {
  const texts = { begin: view.axisEnds[begin].value, end: view.axisEnds[end].value };
  const isWanted =
    view.method.value === "custom" && texts.begin.trim() !== "" && texts.end.trim() !== "";
  const isSpherical = view.isSpherical.value;
  const { data, error } = useQuery(axes, isWanted ? { run, index, ...texts, isSpherical } : null);
  return { coordinates: isWanted && error === null ? (data?.coordinates ?? null) : null, error };
}

type Axis = readonly number[] | null;

/** Where an axis is not chosen, the first principal component that no axis has yet. */
function customCloud(vectors: Vectors, across: Axis, up: Axis): Cloud {
  const { coordinates, components, isolated } = vectors;
  const rows = isolated ?? Array.from({ length: vectors.rows }, (_, row) => row);
  const places = rows.flatMap((row, at) => [
    across?.[row] ?? coordinates[at * components] ?? 0,
    up?.[row] ?? coordinates[at * components + (across === null ? 1 : 0)] ?? 0,
  ]);
  return cloudOf(places, 2, [0, 1, -1], { rows: isolated, scale: "each" });
}

function componentsCloud(vectors: Vectors, count: number): Cloud {
  const { coordinates, components, isolated } = vectors;
  const third = view.dimensions.value === 3 && components > 2 ? 2 : -1;
  const part = coordinates.slice(0, count * components);
  return cloudOf(part, components, [0, 1, third], { rows: isolated });
}

export function useCloud(embedding: Embedding, vectors: Vectors | null): Laid | null {
  const method = view.method.value;
  const dimensions = view.dimensions.value;
  const count = vectors === null ? 0 : pointCount(vectors);
  const isUmap = method === "umap" && count >= MIN_UMAP;
  const { answer, error } = useUmap(isUmap ? vectors : null, dimensions);
  const across = useAxis(embedding, "left", "right");
  const up = useAxis(embedding, "bottom", "top");
  return useMemo(() => {
    if (vectors === null) return null;
    if (method === "custom") {
      const cloud = customCloud(vectors, across.coordinates, up.coordinates);
      return { cloud, part: 1, error: (across.error ?? up.error)?.message ?? null };
    }
    if (isUmap && answer !== null) {
      const third = dimensions === 3 ? 2 : -1;
      const rows = vectors.isolated;
      const cloud = cloudOf(answer.places, dimensions, [0, 1, third], { rows });
      return { cloud, part: answer.part, error };
    }
    const cloud = componentsCloud(vectors, isUmap ? Math.min(count, MAX_UMAP) : count);
    return { cloud, part: isUmap ? 0 : 1, error };
  }, [vectors, method, isUmap, answer, error, dimensions, across.coordinates, up.coordinates]);
}

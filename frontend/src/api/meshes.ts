/** Meshes and point clouds: which there are, and one as arrays that a GPU takes. */
import { getBytes, getJson, resourceUrl } from "./client";
import { decodeColumns } from "./columns";
import type { Meshes } from "./types";

export interface MeshSampleId {
  readonly name: string;
  readonly run: string;
  readonly step: number;
  /** Of several values at the step. */
  readonly nth: number;
  /** Of several samples of the value. */
  readonly sample: number;
}

/** The camera that a mesh was logged with; null fields were not logged. */
export interface MeshCamera {
  /** Vertical, in degrees. */
  readonly fov: number | null;
  /** In the units of the mesh, like the places. */
  readonly near: number | null;
  readonly far: number | null;
  readonly position: readonly [x: number, y: number, z: number] | null;
  readonly look_at: readonly [x: number, y: number, z: number] | null;
}

/** The material of a surface or of points; null fields were not logged. */
export interface MeshMaterial {
  readonly shading: "basic" | "lambert" | "normal" | "phong" | "standard" | null;
  /** 0xRRGGBB. */
  readonly colour: number | null;
  readonly opacity: number | null;
  /** Of a point, in the units of the mesh, or in pixels. */
  readonly size: number | null;
  readonly has_pixel_size: boolean;
  readonly is_wireframe: boolean;
  readonly is_flat: boolean | null;
  readonly roughness: number | null;
  readonly metalness: number | null;
}

export interface MeshLight {
  readonly kind: "ambient" | "directional" | "point";
  /** 0xRRGGBB. */
  readonly colour: number;
  readonly intensity: number;
  readonly position: readonly [x: number, y: number, z: number] | null;
}

/** The options that a mesh was logged with. */
export interface MeshConfig {
  readonly camera: MeshCamera | null;
  readonly lights: readonly MeshLight[];
  readonly material: MeshMaterial;
}

export interface MeshSample {
  readonly step: number;
  /** How many values the step has, and how many samples this one has. */
  readonly values: number;
  readonly samples: number;
  /** What was logged and is not drawn, in sentences. */
  readonly notes: readonly string[];
  readonly config: MeshConfig;
  /** Three for each vertex, all finite. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Three vertices for each face; empty for a point cloud. */
  readonly faces: Uint32Array<ArrayBuffer>;
  /** Red, green, blue for each vertex. */
  readonly colours: Uint8Array<ArrayBuffer> | null;
}

interface Header extends Readonly<Record<string, unknown>> {
  readonly step: number | string;
  readonly values: number;
  readonly samples: number;
  readonly notes: readonly string[];
  readonly config: MeshConfig;
}

export function getMeshes(signal?: AbortSignal): Promise<Meshes> {
  return getJson("api/meshes", signal);
}

export function decodeMesh(body: ArrayBuffer): MeshSample {
  const { header, bytes } = decodeColumns<Header>(body);
  const { step, values, samples, notes, config } = header;
  return {
    step: Number(step),
    values,
    samples,
    notes,
    config,
    positions: new Float32Array(...bytes(header, "positions", "<f4")),
    faces: new Uint32Array(...bytes(header, "faces", "<u4")),
    colours: header.colours === null ? null : new Uint8Array(...bytes(header, "colours", "|u1")),
  };
}

export async function getMeshSample(id: MeshSampleId, signal?: AbortSignal): Promise<MeshSample> {
  const { name, run, step, nth, sample } = id;
  const query = { name, run, step: String(step), nth, sample };
  return decodeMesh(await getBytes(resourceUrl("api/meshes/sample", query), signal));
}

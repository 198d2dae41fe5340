/** The logged material and lights of a mesh as objects of three.js. */
import {
  AmbientLight,
  DirectionalLight,
  DoubleSide,
  Group,
  type Light,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshNormalMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  PointLight,
  PointsMaterial,
} from "three";
import type { MeshLight, MeshMaterial } from "../../../api/meshes";

/** Intensities grew by so much in three.js r155; what is logged is meant for those before. */
const INTENSITY = Math.PI;

export type SurfaceMaterial =
  | MeshBasicMaterial
  | MeshLambertMaterial
  | MeshNormalMaterial
  | MeshPhongMaterial
  | MeshStandardMaterial;

/** Whether light makes every face of one shade: three.js would not, where a material is named. */
export function isFlat({ shading, is_flat }: MeshMaterial): boolean {
  return is_flat ?? shading === null;
}

/** Both sides are drawn: which way the faces of a log are wound is not known. */
export function surfaceMaterial(config: MeshMaterial, vertexColors: boolean): SurfaceMaterial {
  const all = { ...seeThrough(config), side: DoubleSide, wireframe: config.is_wireframe };
  const coloured = { ...all, vertexColors };
  const flatShading = isFlat(config);
  switch (config.shading) {
    case "basic":
      return new MeshBasicMaterial(coloured);
    case "normal":
      return new MeshNormalMaterial({ ...all, flatShading });
    case "phong":
      return new MeshPhongMaterial({ ...coloured, flatShading });
    case "standard":
      return new MeshStandardMaterial({
        ...coloured,
        flatShading,
        roughness: config.roughness ?? 1,
        metalness: config.metalness ?? 0,
      });
    default:
      return new MeshLambertMaterial({ ...coloured, flatShading });
  }
}

export function pointMaterial(config: MeshMaterial, vertexColors: boolean): PointsMaterial {
  const sizeAttenuation = config.size !== null && !config.has_pixel_size;
  return new PointsMaterial({ ...seeThrough(config), vertexColors, sizeAttenuation });
}

function seeThrough({ opacity }: MeshMaterial) {
  return opacity === null ? {} : { opacity, transparent: true };
}

/** Null where none were named. */
export function lightsOf(lights: readonly MeshLight[]): Group | null {
  if (lights.length === 0) return null;
  const group = new Group();
  for (const config of lights) {
    const light = lightOf(config);
    if (config.position !== null) light.position.set(...config.position);
    group.add(light);
  }
  return group;
}

function lightOf({ kind, colour, intensity }: MeshLight): Light {
  const strength = intensity * INTENSITY;
  if (kind === "ambient") return new AmbientLight(colour, strength);
  // A point's light is as strong at any distance: what was logged knows no candelas.
  if (kind === "point") return new PointLight(colour, strength, 0, 0);
  return new DirectionalLight(colour, strength);
}

import { MeshLambertMaterial, MeshStandardMaterial, PointLight } from "three";
import { expect, test } from "vitest";
import type { MeshMaterial } from "../../../api/meshes";
import { isFlat, lightsOf, pointMaterial, surfaceMaterial } from "./mesh-material";

const UNSAID: MeshMaterial = {
  ...{ shading: null, colour: null, opacity: null, size: null, has_pixel_size: false },
  ...{ is_wireframe: false, is_flat: null, roughness: null, metalness: null },
};

test("a surface is flat and dull until its author names a material", () => {
  const plain = surfaceMaterial(UNSAID, false);
  expect(plain).toBeInstanceOf(MeshLambertMaterial);
  expect(plain).toMatchObject({ flatShading: true, transparent: false, vertexColors: false });
  const described = surfaceMaterial({ ...UNSAID, shading: "standard", roughness: 0.2 }, true);
  expect(described).toBeInstanceOf(MeshStandardMaterial);
  expect(described).toMatchObject({ flatShading: false, roughness: 0.2, vertexColors: true });
  expect(isFlat({ ...UNSAID, shading: "phong", is_flat: true })).toBe(true);
});

test("what is seen through is drawn so", () => {
  const glass = { ...UNSAID, opacity: 0.4 };
  expect(surfaceMaterial(glass, false)).toMatchObject({ opacity: 0.4, transparent: true });
  expect(pointMaterial(glass, false)).toMatchObject({ opacity: 0.4, transparent: true });
});

test("points shrink with their distance where their size is in the mesh's units", () => {
  expect(pointMaterial(UNSAID, false).sizeAttenuation).toBe(false);
  expect(pointMaterial({ ...UNSAID, size: 0.1 }, false).sizeAttenuation).toBe(true);
  const inPixels = { ...UNSAID, size: 3, has_pixel_size: true };
  expect(pointMaterial(inPixels, false).sizeAttenuation).toBe(false);
});

test("a lamp stands where it was put", () => {
  expect(lightsOf([])).toBeNull();
  const lamp = { kind: "point", colour: 0xff8000, intensity: 1, position: [1, 2, 3] } as const;
  const [light] = lightsOf([lamp])?.children ?? [];
  expect(light).toBeInstanceOf(PointLight);
  expect(light?.position.toArray()).toEqual([1, 2, 3]);
});

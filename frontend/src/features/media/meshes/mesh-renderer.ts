/**
 * Draws meshes with three.js, all of them on one canvas off the page: a browser gives a page only
 * a few WebGL contexts. What was drawn is copied to the canvas of the tile.
 */
import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  ColorManagement,
  DirectionalLight,
  type Group,
  HemisphereLight,
  type Light,
  LinearSRGBColorSpace,
  Mesh,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  WebGLRenderer,
} from "three";
import type { MeshCamera, MeshMaterial, MeshSample } from "../../../api/meshes";
import type { Sphere } from "./bounding-box";
import {
  isFlat,
  lightsOf,
  pointMaterial,
  type SurfaceMaterial,
  surfaceMaterial,
} from "./mesh-material";
import { DEFAULT_FIELD_OF_VIEW, eyeOf, type Orbit, wholeDistance } from "./orbit";

const MIN_LIGHTNESS = 0.45;

ColorManagement.enabled = false; // colours are shown as they were logged

export interface MeshView {
  readonly orbit: Orbit;
  /** What is seen whole at zoom 1. */
  readonly frame: Sphere;
  /** CSS, for what has no colours of its own. */
  readonly colour: string;
  /** Device pixels for each CSS pixel. */
  readonly density: number;
}

/** A mesh in the memory of the GPU, until it is disposed of. */
export class Solid {
  readonly drawn: Mesh<BufferGeometry, SurfaceMaterial> | Points<BufferGeometry, PointsMaterial>;
  readonly camera: MeshCamera | null;
  /** The lights that its author named; null for those of the scene. */
  readonly lights: Group | null;
  private readonly config: MeshMaterial;

  constructor({ positions, faces, colours, config }: MeshSample) {
    this.camera = config.camera;
    this.config = config.material;
    this.lights = lightsOf(config.lights);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    if (colours !== null) geometry.setAttribute("color", new BufferAttribute(colours, 3, true));
    if (faces.length > 0) {
      geometry.setIndex(new BufferAttribute(faces, 1));
      if (!isFlat(this.config)) geometry.computeVertexNormals();
      this.drawn = new Mesh(geometry, surfaceMaterial(this.config, colours !== null));
    } else this.drawn = new Points(geometry, pointMaterial(this.config, colours !== null));
    this.drawn.frustumCulled = false; // it would need a sphere of its own, and all is in sight
  }

  look({ frame, colour, density }: MeshView): void {
    const { material, geometry } = this.drawn;
    const scale = 1 / frame.radius;
    for (const placed of this.lights === null ? [this.drawn] : [this.drawn, this.lights]) {
      placed.scale.setScalar(scale);
      placed.position.fromArray(frame.centre).multiplyScalar(-scale);
    }
    if ("color" in material) this.paint(material.color, material.vertexColors ? "#ffffff" : colour);
    if (material instanceof PointsMaterial) {
      const px = this.config.size ?? pointPx(geometry.getAttribute("position").count);
      material.size = material.sizeAttenuation ? px * scale : px * density;
    }
  }

  /** Shade tells a surface's form, and there is none on black: what is dark is made lighter. */
  private paint(color: Color, fallback: string): void {
    color.set(this.config.colour ?? fallback);
    if (this.config.colour !== null || this.drawn instanceof Points) return;
    const { h, s, l } = color.getHSL({ h: 0, s: 0, l: 0 });
    color.setHSL(h, s, Math.max(l, MIN_LIGHTNESS));
  }

  dispose(): void {
    this.drawn.geometry.dispose();
    this.drawn.material.dispose();
  }
}

/** The fewer there are, the larger: many would cover each other. */
function pointPx(count: number): number {
  if (count < 2_000) return 4;
  return count < 50_000 ? 2.5 : 1.25;
}

export class MeshRenderer {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(DEFAULT_FIELD_OF_VIEW);
  /** Of meshes whose authors named no lights. */
  private readonly defaultLights: readonly Light[];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
  ) {
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.setClearColor(0, 0);
    const lamp = new DirectionalLight("#ffffff", 2);
    lamp.position.set(-0.5, 1, 0.7); // over the viewer's left shoulder
    lamp.target.position.set(0, 0, -1);
    this.camera.add(lamp, lamp.target);
    const sky = new HemisphereLight("#ffffff", "#8890a0", 1.3);
    this.scene.add(sky, this.camera);
    this.defaultLights = [lamp, sky];
  }

  draw(onto: CanvasRenderingContext2D, solid: Solid, view: MeshView): void {
    const { width, height } = onto.canvas;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.renderer.setSize(width, height, false);
    }
    this.aim(view, solid.camera, width / height);
    for (const light of this.defaultLights) light.visible = solid.lights === null;
    solid.look(view);
    const added = solid.lights === null ? [solid.drawn] : [solid.drawn, solid.lights];
    this.scene.add(...added);
    this.renderer.render(this.scene, this.camera);
    this.scene.remove(...added);
    onto.clearRect(0, 0, width, height);
    onto.drawImage(this.canvas, 0, 0);
  }

  dispose(): void {
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** All is drawn as if the frame had the radius 1. */
  private aim({ orbit, frame }: MeshView, camera: MeshCamera | null, aspect: number): void {
    const fieldOfView = camera?.fov ?? DEFAULT_FIELD_OF_VIEW;
    const distance = wholeDistance(fieldOfView) / Math.min(1, aspect) / orbit.zoom;
    this.camera.fov = fieldOfView;
    this.camera.aspect = aspect;
    this.camera.near = camera?.near ? camera.near / frame.radius : distance / 100;
    this.camera.far = camera?.far ? camera.far / frame.radius : distance + 2;
    this.camera.updateProjectionMatrix();
    this.camera.position.set(...eyeOf(orbit, distance));
    this.camera.lookAt(0, 0, 0);
  }
}

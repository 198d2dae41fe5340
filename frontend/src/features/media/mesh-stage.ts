/**
 * Draws meshes with three.js, all of them on one canvas off the page: a browser gives a page only
 * a few WebGL contexts. What was drawn is copied to the canvas of the tile.
 */
import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  ColorManagement,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  type Light,
  LinearSRGBColorSpace,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  WebGLRenderer,
} from "three";
import type { MeshCamera, MeshLight, MeshSample } from "../../api/meshes";
import type { Sphere } from "./bounding-box";
import { eyeOf, type Orbit, USUAL_FIELD_OF_VIEW, wholeDistance } from "./orbit";

/** Intensities grew by so much in three.js r155; what is logged is meant for those before. */
const INTENSITY = Math.PI;

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
  readonly drawn:
    | Mesh<BufferGeometry, MeshLambertMaterial>
    | Points<BufferGeometry, PointsMaterial>;
  readonly camera: MeshCamera | null;
  /** The lights that its author named; null for those of the stage. */
  readonly lights: Group | null;

  constructor({ positions, faces, colours, config }: MeshSample) {
    this.camera = config.camera;
    this.lights = lightsOf(config.lights);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    if (colours !== null) geometry.setAttribute("color", new BufferAttribute(colours, 3, true));
    if (faces.length > 0) geometry.setIndex(new BufferAttribute(faces, 1));
    const vertexColors = colours !== null;
    this.drawn =
      faces.length > 0
        ? new Mesh(
            geometry,
            new MeshLambertMaterial({
              vertexColors,
              flatShading: true,
              side: DoubleSide,
              wireframe: config.is_wireframe,
            }),
          )
        : new Points(geometry, new PointsMaterial({ vertexColors, sizeAttenuation: false }));
    this.drawn.frustumCulled = false; // it would need a sphere of its own, and all is in sight
  }

  look({ frame, colour, density }: MeshView): void {
    const { material, geometry } = this.drawn;
    const scale = 1 / frame.radius;
    this.drawn.scale.setScalar(scale);
    this.drawn.position.fromArray(frame.centre).multiplyScalar(-scale);
    material.color.set(material.vertexColors ? "#ffffff" : colour);
    if (material instanceof PointsMaterial) {
      material.size = pointPx(geometry.getAttribute("position").count) * density;
    }
  }

  dispose(): void {
    this.drawn.geometry.dispose();
    this.drawn.material.dispose();
  }
}

function lightsOf(lights: readonly MeshLight[]): Group | null {
  if (lights.length === 0) return null;
  const group = new Group();
  for (const { kind, colour, intensity, position } of lights) {
    if (kind === "ambient") group.add(new AmbientLight(colour, intensity * INTENSITY));
    else {
      const lamp = new DirectionalLight(colour, intensity * INTENSITY);
      if (position !== null) lamp.position.set(...position);
      group.add(lamp, lamp.target);
    }
  }
  return group;
}

/** The fewer there are, the larger: many would cover each other. */
function pointPx(count: number): number {
  if (count < 2_000) return 4;
  return count < 50_000 ? 2.5 : 1.25;
}

export class MeshStage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(USUAL_FIELD_OF_VIEW);
  /** Of meshes whose authors named no lights. */
  private readonly usualLights: readonly Light[];

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
    this.usualLights = [lamp, sky];
  }

  draw(onto: CanvasRenderingContext2D, solid: Solid, view: MeshView): void {
    const { width, height } = onto.canvas;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.renderer.setSize(width, height, false);
    }
    this.aim(view, solid.camera, width / height);
    for (const light of this.usualLights) light.visible = solid.lights === null;
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
  private aim({ orbit, frame }: MeshView, said: MeshCamera | null, aspect: number): void {
    const fieldOfView = said?.fov ?? USUAL_FIELD_OF_VIEW;
    const distance = wholeDistance(fieldOfView) / Math.min(1, aspect) / orbit.zoom;
    this.camera.fov = fieldOfView;
    this.camera.aspect = aspect;
    this.camera.near = said?.near ? said.near / frame.radius : distance / 100;
    this.camera.far = said?.far ? said.far / frame.radius : distance + 2;
    this.camera.updateProjectionMatrix();
    this.camera.position.set(...eyeOf(orbit, distance));
    this.camera.lookAt(0, 0, 0);
  }
}

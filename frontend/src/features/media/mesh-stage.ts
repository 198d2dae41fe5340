/**
 * Draws meshes with three.js, all of them on one canvas off the page: a browser gives a page only
 * a few WebGL contexts. What was drawn is copied to the canvas of the tile.
 */
import {
  BufferAttribute,
  BufferGeometry,
  ColorManagement,
  DirectionalLight,
  DoubleSide,
  HemisphereLight,
  LinearSRGBColorSpace,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  WebGLRenderer,
} from "three";
import type { MeshSample } from "../../api/meshes";
import type { Sphere } from "./bounding-box";
import { eyeOf, type Orbit } from "./orbit";

const FIELD_OF_VIEW_DEGREES = 40;
/** How far away a sphere of radius 1 fills the view, with a little room. */
const WHOLE_DISTANCE = 1.02 / Math.sin((FIELD_OF_VIEW_DEGREES / 2) * (Math.PI / 180));

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

  constructor({ positions, faces, colours }: MeshSample) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    if (colours !== null) geometry.setAttribute("color", new BufferAttribute(colours, 3, true));
    if (faces.length > 0) geometry.setIndex(new BufferAttribute(faces, 1));
    const vertexColors = colours !== null;
    this.drawn =
      faces.length > 0
        ? new Mesh(
            geometry,
            new MeshLambertMaterial({ vertexColors, flatShading: true, side: DoubleSide }),
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

/** The fewer there are, the larger: many would cover each other. */
function pointPx(count: number): number {
  if (count < 2_000) return 4;
  return count < 50_000 ? 2.5 : 1.25;
}

export class MeshStage {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES);

  constructor(
    private readonly canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
  ) {
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.setClearColor(0, 0);
    const lamp = new DirectionalLight("#ffffff", 2);
    lamp.position.set(-0.5, 1, 0.7); // over the viewer's left shoulder
    this.camera.add(lamp, lamp.target);
    lamp.target.position.set(0, 0, -1);
    this.scene.add(new HemisphereLight("#ffffff", "#8890a0", 1.3), this.camera);
  }

  draw(onto: CanvasRenderingContext2D, solid: Solid, view: MeshView): void {
    const { width, height } = onto.canvas;
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.renderer.setSize(width, height, false);
    }
    this.aim(view.orbit, width / height);
    solid.look(view);
    this.scene.add(solid.drawn);
    this.renderer.render(this.scene, this.camera);
    this.scene.remove(solid.drawn);
    onto.clearRect(0, 0, width, height);
    onto.drawImage(this.canvas, 0, 0);
  }

  dispose(): void {
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  private aim(orbit: Orbit, aspect: number): void {
    const distance = WHOLE_DISTANCE / Math.min(1, aspect) / orbit.zoom;
    this.camera.aspect = aspect;
    this.camera.near = distance / 100;
    this.camera.far = distance + 2;
    this.camera.updateProjectionMatrix();
    this.camera.position.set(...eyeOf(orbit, distance));
    this.camera.lookAt(0, 0, 0);
  }
}

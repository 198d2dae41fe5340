/** Draws a scene: nothing here is kept between frames but the canvas itself. */
import { inflateRect } from "../../lib/geometry";
import type { MeasureText } from "./box-size";
import { type Camera, type ViewSize, visibleWorld } from "./camera";
import { drawAnnotations } from "./draw-annotations";
import { type Brush, drawNode, drawScope, drawScopeHeader, type Standing } from "./draw-boxes";
import { drawEdgeLabels, drawEdges } from "./draw-edges";
import { type Emphasis, emphasisedEdges } from "./emphasis";
import type { Palette } from "./palette";
import type { Scene, SceneBox, SceneEdge } from "./scene";

export interface Frame {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly emphasis: Emphasis;
}

export class CanvasRenderer {
  private readonly context: CanvasRenderingContext2D;
  private size: ViewSize = { width: 0, height: 0 };
  private devicePixelRatio = 1;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly measure: MeasureText,
  ) {
    const context = canvas.getContext("2d", { alpha: false });
    if (context === null) throw new Error("This browser gives no 2D canvas to draw the graph on.");
    this.context = context;
  }

  /** Fits the canvas's pixels to its size on the page; the canvas is then blank. */
  resize(size: ViewSize, devicePixelRatio: number): void {
    this.size = size;
    this.devicePixelRatio = devicePixelRatio;
    this.canvas.width = Math.round(size.width * devicePixelRatio);
    this.canvas.height = Math.round(size.height * devicePixelRatio);
  }

  clear(palette: Palette): void {
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.globalAlpha = 1;
    this.context.fillStyle = palette.ground;
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }

  draw({ scene, camera, emphasis }: Frame, palette: Palette): void {
    this.clear(palette);
    const ratio = this.devicePixelRatio;
    const { x, y, scale } = camera;
    this.context.setTransform(scale * ratio, 0, 0, scale * ratio, x * ratio, y * ratio);
    const { context, measure } = this;
    const brush: Brush = { context, palette, scale, measure };
    const { boxes, edges } = this.visible(scene, camera);
    const open = boxes.filter((box) => box.isOpen);
    const closed = boxes.filter((box) => !box.isOpen);
    for (const box of open) drawScope(brush, box, standingOf(box, emphasis));
    this.drawEdges(brush, scene, edges, emphasis);
    for (const box of boxes) drawAnnotations(brush, box);
    for (const box of closed) drawNode(brush, box, standingOf(box, emphasis));
    for (const box of open) drawScopeHeader(brush, box);
    context.globalAlpha = 1;
  }

  /** What is in view, in the order of the scene. */
  private visible(scene: Scene, camera: Camera): { boxes: SceneBox[]; edges: SceneEdge[] } {
    const area = inflateRect(visibleWorld(camera, this.size), 8 / camera.scale);
    return {
      boxes: scene.boxGrid.near(area).map((index) => scene.boxes[index]),
      edges: scene.edgeGrid.near(area).map((index) => scene.edges[index]),
    };
  }

  /** Plain edges first, then those brought forward; labels over all of them. */
  private drawEdges(
    { context, palette, scale }: Brush,
    scene: Scene,
    edges: readonly SceneEdge[],
    emphasis: Emphasis,
  ): void {
    const keys = emphasisedEdges(scene, emphasis);
    const plain = edges.filter((edge) => !keys.has(edge.key));
    const forward = edges.filter((edge) => keys.has(edge.key));
    drawEdges(context, plain, palette, scale, false);
    drawEdges(context, forward, palette, scale, true);
    drawEdgeLabels(context, plain, palette, scale, false);
    drawEdgeLabels(context, forward, palette, scale, true);
  }
}

function standingOf({ node }: SceneBox, { selected, hovered }: Emphasis): Standing {
  return node.name === selected ? "selected" : node.name === hovered ? "hovered" : "plain";
}

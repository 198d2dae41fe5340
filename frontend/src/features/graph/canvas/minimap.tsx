/**
 * The whole drawing in small, with a frame around what is in view that can be dragged.
 *
 * For pointers and eyes alone: keyboards have the arrows and the outline, screen readers the
 * outline. The map is drawn once per scene; only the frame follows the camera.
 */
import type { ReadonlySignal } from "@preact/signals";
import type { CSSProperties } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Point, rectContains, rectsOverlap } from "../../../lib/geometry/geometry";
import { appliedTheme } from "../../../state/base/theme";
import { narrow } from "../../../state/shell/panels";
import { drawScene } from "../render/draw-scene";
import { readPalette } from "../render/theme";
import { worldRectToView } from "../scene/camera";
import { NO_HIGHLIGHT } from "../scene/highlight";
import type { MeasureText } from "../scene/node-size";
import type { Scene } from "../scene/scene";
import { useSession } from "../session/session-context";
import {
  cameraAtMapPoint,
  frameOnMap,
  minimapRect,
  minimapScale,
  needsMinimap,
} from "../viewport/minimap-frame";
import type { Viewport } from "../viewport/viewport";
import "./minimap.css";

/** The drawing itself has come to rest: the map takes no frame from its move. */
const REST_MS = 300;

export interface MinimapProps {
  readonly viewport: ReadonlySignal<Viewport | null>;
}

export function Minimap({ viewport: shared }: MinimapProps) {
  const session = useSession();
  const scene = session.scene.value;
  const viewport = shared.value;
  const { measure } = session.services;
  if (scene === null || viewport === null || narrow.value) return null;
  const [camera, view] = [viewport.camera.value, viewport.viewSize.value];
  if (!needsMinimap(scene.worldBounds, camera, view)) return null;
  const selected = session.findBox(session.options.selectedNode.value)?.name;
  const box = selected === undefined ? undefined : scene.boxByName.get(selected);
  if (box !== undefined && !box.isOpen) {
    const place = worldRectToView(camera, box.worldRect);
    // It gives way to the node that the viewer looks at.
    if (rectsOverlap(place, minimapRect(scene.worldBounds, view))) return null;
  }
  return <Overview scene={scene} viewport={viewport} measure={measure} />;
}

function Overview({
  scene,
  viewport,
  measure,
}: {
  scene: Scene;
  viewport: Viewport;
  measure: MeasureText;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const grip = useRef<Point | null>(null);
  const theme = appliedTheme.value;
  useEffect(() => {
    const timer = setTimeout(() => drawMap(canvas.current, scene, measure), REST_MS);
    return () => clearTimeout(timer);
  }, [scene, measure, theme]);
  const { width, height } = minimapScale(scene.worldBounds);
  const frame = frameOnMap(scene.worldBounds, viewport.camera.value, viewport.viewSize.value);
  const drag = (input: PointerEvent): void => {
    if (grip.current === null) return;
    const { offsetX, offsetY } = input;
    lookAt(viewport, scene, offsetX + grip.current.x, offsetY + grip.current.y);
  };
  return (
    <div
      class="graph-minimap"
      aria-hidden="true"
      style={placeOnPage({ width, height })}
      onPointerDown={(press) => {
        press.currentTarget.setPointerCapture(press.pointerId);
        grip.current = gripOf(frame, press);
        drag(press);
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        grip.current = null;
      }}
      onPointerCancel={() => {
        grip.current = null;
      }}
    >
      <canvas ref={canvas} />
      <div
        class="graph-minimap-frame"
        style={placeOnPage({
          left: frame.x,
          top: frame.y,
          width: frame.width,
          height: frame.height,
        })}
      />
    </div>
  );
}

function placeOnPage(lengths: Readonly<Record<string, number>>): CSSProperties {
  return Object.fromEntries(Object.entries(lengths).map(([key, value]) => [key, `${value}px`]));
}

/**
 * The offset from the pointer to the middle of the frame, constant while dragging; none for a press
 * beside it.
 */
function gripOf(
  frame: { x: number; y: number; width: number; height: number },
  press: PointerEvent,
): Point {
  if (!rectContains(frame, press.offsetX, press.offsetY)) return { x: 0, y: 0 };
  return {
    x: frame.x + frame.width / 2 - press.offsetX,
    y: frame.y + frame.height / 2 - press.offsetY,
  };
}

function lookAt(viewport: Viewport, { worldBounds }: Scene, mapX: number, mapY: number): void {
  const { camera, viewSize } = viewport;
  viewport.lookAt(cameraAtMapPoint(worldBounds, camera.peek(), viewSize.peek(), mapX, mapY));
}

function drawMap(canvas: HTMLCanvasElement | null, scene: Scene, measure: MeasureText): void {
  const context = canvas?.getContext("2d", { alpha: false });
  if (!canvas || !context) return;
  const { width, height, scale } = minimapScale(scene.worldBounds);
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const palette = readPalette(canvas);
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const { x, y } = scene.worldBounds;
  const factor = scale * ratio;
  context.setTransform(factor, 0, 0, factor, -x * factor, -y * factor);
  drawScene({ context, palette, scale, measure }, scene, scene.worldBounds, NO_HIGHLIGHT);
}

/**
 * An image for export: a part of the scene on its ground, and below it the graph's title and a
 * legend. All of it is in the units of the scene, and looks as it does on the page at some zoom.
 */
import { inflateRect, type Rect, rectOverlap } from "../../../lib/geometry/geometry";
import { drawChanges } from "../render/draw-changes";
import { drawHeadings } from "../render/draw-headings";
import type { Brush } from "../render/draw-nodes";
import { drawScene } from "../render/draw-scene";
import { drawValues } from "../render/draw-values";
import { SIGNS_BELOW } from "../render/fading";
import { SceneSigns } from "../render/signs/scene-signs";
import type { Palette } from "../render/theme";
import { NO_HIGHLIGHT } from "../scene/highlight";
import type { MeasureText } from "../scene/node-size";
import type { Scene } from "../scene/scene";
import { type Key, SIGN_KEY } from "./legend-entries";
import { type Caption, composeCaption, drawCaption } from "./picture-caption";

/** Where a picture ends, in its pixels: nothing of the scene beyond it is shown. Headings stand in it. */
const MARGIN = 28;
/** Captions are not squeezed below this width. */
const MIN_WIDTH = 360;

export interface Picture {
  readonly scene: Scene;
  /** Pixels of the picture at its own size for each unit of the scene. */
  readonly zoom: number;
  readonly title: string;
  readonly details: string;
  /** The part of the scene that is shown. */
  readonly worldArea: Rect;
  readonly caption: Caption;
  /** Everything: the part of the scene and the caption. */
  readonly worldBounds: Rect;
}

export function composePicture(
  scene: Scene,
  wanted: Rect,
  title: string,
  details: string,
  colourKeys: readonly Key[],
  measure: MeasureText,
  zoom = 1,
): Picture {
  const shown = rectOverlap(wanted, inflateRect(scene.worldBounds, MARGIN / Math.min(1, zoom)));
  const area = { ...shown, width: Math.max(MIN_WIDTH / zoom, shown.width) };
  const keys = zoom < SIGNS_BELOW ? [...colourKeys, SIGN_KEY] : colourKeys;
  const caption = composeCaption(scene, area, title, details, keys, measure, 1 / zoom);
  const worldBounds = { ...area, height: area.height + caption.height };
  return { scene, zoom, title, details, worldArea: area, caption, worldBounds };
}

/** All of a scene with the margin that it has on the page. */
export function wholeScene({ worldBounds }: Scene): Rect {
  return inflateRect(worldBounds, MARGIN);
}

/** The part of the scene; the caller clips it to the image's area. */
export function drawPictureScene(brush: Brush, { scene, worldArea }: Picture): void {
  fillRect(brush, worldArea, brush.palette.ground);
  const { scale, measure } = brush;
  const signs = scale < SIGNS_BELOW ? new SceneSigns(scene, measure).at(scene, scale) : undefined;
  drawScene(
    { ...brush, signs, changes: { drawChanges }, values: { drawValues } },
    scene,
    worldArea,
    NO_HIGHLIGHT,
  );
  drawHeadings(brush, scene);
}

export function drawPictureCaption(brush: Brush, { caption, worldArea }: Picture): void {
  const top = worldArea.y + worldArea.height;
  fillRect(brush, { ...worldArea, y: top, height: caption.height }, paperColour(brush.palette));
  drawCaption(brush, caption, worldArea.x, top);
}

/** Captions stand on what nodes are filled with: white. */
function paperColour(palette: Palette): string {
  return palette.op;
}

function fillRect({ context }: Brush, { x, y, width, height }: Rect, colour: string): void {
  context.globalAlpha = 1;
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
}

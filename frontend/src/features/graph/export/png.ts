/** A picture as pixels, drawn by the same functions as the page's canvas. */

import type { Palette } from "../render/theme";
import type { MeasureText } from "../scene/node-size";
import * as messages from "./messages";
import { drawPictureCaption, drawPictureScene, type Picture } from "./picture";

/** The longest side that canvases have in every browser of today. */
const MAX_SIDE = 16_384;
/** 256 MB of pixels; Safari on phones takes a quarter of it. */
const MAX_PIXELS = 2 ** 26;

/** How many times its own size a picture has: as many as wanted, or as many as a canvas takes. */
export function pngScale(
  { worldBounds: { width, height }, zoom }: Pick<Picture, "worldBounds" | "zoom">,
  wanted: number,
): number {
  const bySide = MAX_SIDE / (zoom * Math.max(width, height));
  const byPixels = Math.sqrt(MAX_PIXELS / (width * height)) / zoom;
  return Math.min(wanted, bySide, byPixels);
}

/**
 * A picture `scale` times as large, each point of it finer: it shows no more than it does
 * at its own size. Throws when the browser gives no canvas of this size.
 */
export async function pngPicture(
  picture: Picture,
  scale: number,
  palette: Palette,
  measure: MeasureText,
): Promise<Blob> {
  const { worldBounds: bounds, worldArea: area, zoom } = picture;
  const factor = zoom * scale;
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.floor(bounds.width * factor)),
    Math.max(1, Math.floor(bounds.height * factor)),
  );
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new Error(messages.noCanvas);
  context.setTransform(factor, 0, 0, factor, -bounds.x * factor, -bounds.y * factor);
  const brush = { context, palette, scale: zoom * Math.min(1, scale), measure };
  context.save();
  context.beginPath();
  context.rect(area.x, area.y, area.width, area.height);
  context.clip();
  drawPictureScene(brush, picture);
  context.restore();
  drawPictureCaption(brush, picture);
  return canvas.convertToBlob({ type: "image/png" });
}

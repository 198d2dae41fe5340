/** A picture as pixels, drawn by the same functions as the page's canvas. */

import type { Palette } from "../render/theme";
import type { MeasureText } from "../scene/node-size";
import * as messages from "./messages";
import { drawPictureCaption, drawPictureScene, type Picture } from "./picture";

/** The longest side that canvases have in every browser of today. */
const MAX_SIDE = 16_384;
/** 256 MB of pixels; Safari on phones takes a quarter of it. */
const MAX_PIXELS = 2 ** 26;

/** Pixels per world unit: as many as wanted, or as many as a canvas takes. */
export function pngScale(
  { width, height }: { readonly width: number; readonly height: number },
  wanted: number,
): number {
  const bySide = MAX_SIDE / Math.max(width, height);
  const byPixels = Math.sqrt(MAX_PIXELS / (width * height));
  return Math.min(wanted, bySide, byPixels);
}

/** Throws when the browser gives no canvas of this size. */
export async function pngPicture(
  picture: Picture,
  scale: number,
  palette: Palette,
  measure: MeasureText,
): Promise<Blob> {
  const { worldBounds: bounds, worldArea: area } = picture;
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.floor(bounds.width * scale)),
    Math.max(1, Math.floor(bounds.height * scale)),
  );
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new Error(messages.noCanvas);
  context.setTransform(scale, 0, 0, scale, -bounds.x * scale, -bounds.y * scale);
  const brush = { context, palette, scale, measure };
  context.save();
  context.beginPath();
  context.rect(area.x, area.y, area.width, area.height);
  context.clip();
  drawPictureScene(brush, picture);
  context.restore();
  drawPictureCaption(brush, picture);
  return canvas.convertToBlob({ type: "image/png" });
}

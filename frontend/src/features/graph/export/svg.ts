/** A picture as an SVG document of its own. */

import { SvgContext } from "../../../lib/canvas/svg-context";
import { xmlAttributes, xmlText } from "../../../lib/format/xml";
import type { Palette } from "../render/theme";
import type { MeasureText } from "../scene/node-size";
import { drawPictureCaption, drawPictureScene, type Picture } from "./picture";

/** Fonts that are there on most systems, and look much alike. */
const FONTS = "Helvetica Neue, Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif";

export function svgPicture(picture: Picture, palette: Palette, measure: MeasureText): string {
  const { worldBounds, worldArea: area, title, details, zoom } = picture;
  const bounds = [worldBounds.x, worldBounds.y, worldBounds.width, worldBounds.height].map(tenths);
  const [, , width = 0, height = 0] = bounds;
  const root = xmlAttributes({
    xmlns: "http://www.w3.org/2000/svg",
    width: tenths(width * zoom),
    height: tenths(height * zoom),
    viewBox: bounds.join(" "),
    "font-family": FONTS,
  });
  const clip = xmlAttributes({ x: area.x, y: area.y, width: area.width, height: area.height });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg${root}>`,
    `<title>${xmlText(title)}</title>`,
    `<desc>${xmlText(details)}</desc>`,
    `<clipPath id="area"><rect${clip}/></clipPath>`,
    '<g clip-path="url(#area)">',
    markupOf(drawPictureScene, picture, palette, measure),
    "</g>",
    "<g>",
    markupOf(drawPictureCaption, picture, palette, measure),
    "</g>",
    "</svg>\n",
  ].join("\n");
}

function markupOf(
  draw: typeof drawPictureScene,
  picture: Picture,
  palette: Palette,
  measure: MeasureText,
): string {
  const context = new SvgContext(measure);
  draw({ context, palette, scale: picture.zoom, measure }, picture);
  return context.markup;
}

function tenths(length: number): number {
  return Math.round(10 * length) / 10;
}

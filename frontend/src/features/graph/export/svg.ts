/** A picture as an SVG document of its own. */

import { SvgContext } from "../../../lib/canvas/svg-context";
import { xmlAttributes, xmlText } from "../../../lib/format/xml";
import type { Palette } from "../render/theme";
import type { MeasureText } from "../scene/node-size";
import { drawPictureCaption, drawPictureScene, type Picture } from "./picture";

/** Fonts that are there on most systems, and look much alike. */
const FONTS = "Helvetica Neue, Helvetica, Arial, Liberation Sans, Nimbus Sans, sans-serif";

export function svgPicture(picture: Picture, palette: Palette, measure: MeasureText): string {
  const { worldBounds: bounds, worldArea: area, title, details } = picture;
  const root = xmlAttributes({
    xmlns: "http://www.w3.org/2000/svg",
    width: Math.ceil(bounds.width),
    height: Math.ceil(bounds.height),
    viewBox: [bounds.x, bounds.y, bounds.width, bounds.height].map(Math.round).join(" "),
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
  // At zoom 1: a vector picture has all its details at every size.
  draw({ context, palette, scale: 1, measure }, picture);
  return context.markup;
}

/** A card as an image file, drawn by the same functions as the page's canvas. */
import { SvgContext } from "../../../lib/canvas/svg-context";
import { xmlText } from "../../../lib/format/xml";
import { appliedTheme } from "../../../state/base/theme";
import * as messages from "../messages";
import { paintFacets, paintPicked } from "../plot/draw-facet";
import { type Facet, isPicked } from "../plot/facet";
import type { Brush } from "../plot/pen";
import { inkOf, type Size } from "./distribution-plot";

const SCALE = 2;
const TITLE_PX = 26;

/** The ground and the tag; then the card's own drawing below it. */
function paintTitle({ context, ink }: Brush, tag: string, { width, height }: Size): void {
  context.globalAlpha = 1;
  context.fillStyle = ink.surface;
  context.fillRect(0, 0, width, height + TITLE_PX);
  context.fillStyle = ink.text;
  context.font = `600 13px ${ink.font}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(tag, 8, TITLE_PX / 2);
}

/** The facets as they stand below the title. */
function below(facets: readonly Facet[]): Facet[] {
  const lower = <T extends { readonly y: number }>(rect: T): T => ({
    ...rect,
    y: rect.y + TITLE_PX,
  });
  return facets.map((facet) => ({ ...facet, rect: lower(facet.rect), plot: lower(facet.plot) }));
}

function paintPicture(brush: Brush, tag: string, facets: readonly Facet[], size: Size): void {
  const lowered = below(facets);
  paintTitle(brush, tag, size);
  paintFacets({ ...brush, isFaded: isPicked(facets) }, lowered);
  paintPicked(brush, lowered);
}

/** Throws when the browser gives no canvas of this size. */
export async function pngPicture(tag: string, facets: readonly Facet[], size: Size): Promise<Blob> {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(size.width * SCALE)),
    Math.max(1, Math.round((size.height + TITLE_PX) * SCALE)),
  );
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new Error(messages.noCanvas);
  context.scale(SCALE, SCALE);
  // A canvas off the page has what is drawn with, though not the page's type.
  const brush = {
    context: context as unknown as Brush["context"],
    ink: inkOf(appliedTheme.peek()),
  };
  paintPicture(brush, tag, facets, size);
  return canvas.convertToBlob({ type: "image/png" });
}

export function svgPicture(tag: string, facets: readonly Facet[], size: Size): Blob {
  const context = new SvgContext(measureText());
  const brush = { context, ink: inkOf(appliedTheme.peek()) };
  paintPicture(brush, tag, facets, size);
  const [width, height] = [Math.ceil(size.width), Math.ceil(size.height + TITLE_PX)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${xmlText(tag)}</title>
${context.markup}
</svg>
`;
  return new Blob([svg], { type: "image/svg+xml" });
}

function measureText(): (text: string, font: string) => number {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  return (text, font) => {
    if (context === null) return text.length * 6;
    context.font = font;
    return context.measureText(text).width;
  };
}

/** The ground of the columns beside a main graph, in which the nodes that left it stand. */
import { inflateRect, type Rect, rectUnion } from "../../../lib/geometry/geometry";
import { footprint, type Scene } from "../scene/scene";
import { isExtractedLibrary, type ScopeNode } from "../scope/model";
import type { Brush } from "./draw-nodes";

/** From the boxes of a column to its border, in world units. */
const PADDING = 8;
const RADIUS = 6;
const DASH = 4;

/** The frame around the extracts on one side of a scope, with their annotations. */
export interface ExtractColumn {
  readonly role: Exclude<ScopeNode["role"], "main">;
  /** Whether it holds the function library, and nothing else. */
  readonly isLibrary: boolean;
  readonly rect: Rect;
  readonly opacity: number;
}

const known = new WeakMap<Scene, ReadonlyMap<string, readonly ExtractColumn[]>>();

/** Draws the columns of a scope, on its ground and below all that stands in it. */
export function drawExtractColumns(brush: Brush, scene: Scene, scope: string): void {
  const { context, palette } = brush;
  for (const { rect, opacity } of columnsOf(scene).get(scope) ?? []) {
    context.globalAlpha = opacity;
    context.fillStyle = palette.extract;
    context.strokeStyle = palette.extractLine;
    context.lineWidth = 1;
    drawColumn(brush, rect);
  }
  context.globalAlpha = 1;
}

/** Dashes shorter than a pixel are a line of half the strength, which takes less to draw. */
function drawColumn({ context, scale }: Brush, { x, y, width, height }: Rect): void {
  const isFine = DASH * scale < 1;
  if (isFine) {
    context.fillRect(x, y, width, height);
    context.globalAlpha /= 2;
    context.strokeRect(x, y, width, height);
    return;
  }
  context.setLineDash([DASH, DASH]);
  context.beginPath();
  context.roundRect(x, y, width, height, RADIUS);
  context.fill();
  context.stroke();
  context.setLineDash([]);
}

/** The columns by scope. */
export function columnsOf(scene: Scene): ReadonlyMap<string, readonly ExtractColumn[]> {
  const columns = known.get(scene) ?? findColumns(scene);
  known.set(scene, columns);
  return columns;
}

function findColumns({ boxes }: Scene): Map<string, ExtractColumn[]> {
  const columns = new Map<string, ExtractColumn[]>();
  for (const box of boxes) {
    const { role } = box.node;
    if (role === "main") continue;
    const ofScope = columns.get(box.scope) ?? [];
    const rect = inflateRect(footprint(box), PADDING);
    const isLibrary = isExtractedLibrary(box.node);
    const at = ofScope.findIndex((one) => one.role === role && one.isLibrary === isLibrary);
    if (at < 0) ofScope.push({ role, isLibrary, rect, opacity: box.opacity });
    else ofScope[at] = { ...ofScope[at], rect: rectUnion(ofScope[at].rect, rect) };
    columns.set(box.scope, ofScope);
  }
  return columns;
}

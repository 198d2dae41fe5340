import { type AnnotationRow, annotationRows } from "./annotation-rows";
import { ANNOTATION_GAP, ANNOTATION_MARK, FONTS } from "./box-size";
import { type Brush, write } from "./draw-boxes";
import type { SceneBox } from "./scene";
import { cutText } from "./text-measure";

/** Zoom from which annotations are drawn at all, and from which they have names. */
const MARKS_FROM = 0.25;
const TEXT_FROM = 0.55;

/** Constants (circles) and summaries (bars) beside their host, each on a dotted line. */
export function drawAnnotations(brush: Brush, box: SceneBox): void {
  if (brush.scale < MARKS_FROM || box.node.annotations.length === 0) return;
  brush.context.globalAlpha = box.opacity;
  for (const row of annotationRows(box)) drawRow(brush, box, row);
}

function drawRow(brush: Brush, { worldRect: host }: SceneBox, row: AnnotationRow): void {
  const { x, y, width, height } = row.worldRect;
  const middle = y + height / 2;
  const isConstant = row.side === "constant";
  const near = isConstant ? x + width : x;
  const markLeft = isConstant ? near - ANNOTATION_MARK : near;
  if (row.annotation !== undefined) {
    const hostX = isConstant ? host.x : host.x + host.width;
    drawTether(brush, near, middle, hostX, host.y + host.height / 2);
    if (isConstant) drawCircle(brush, markLeft + ANNOTATION_MARK / 2, middle);
    else drawBars(brush, markLeft, middle);
  }
  if (brush.scale < TEXT_FROM) return;
  const room = width - ANNOTATION_MARK - ANNOTATION_GAP;
  const text = cutText(row.text, FONTS.annotation, room, brush.measure);
  const textWidth = brush.measure(text, FONTS.annotation);
  const left = isConstant
    ? markLeft - ANNOTATION_GAP - textWidth
    : markLeft + ANNOTATION_MARK + ANNOTATION_GAP;
  write(brush, text, left, middle + 0.5, FONTS.annotation, brush.palette.textSoft);
}

function drawTether(
  { context, palette }: Brush,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): void {
  context.strokeStyle = palette.control;
  context.lineWidth = 0.8;
  context.setLineDash([1, 2]);
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(toX, toY);
  context.stroke();
  context.setLineDash([]);
}

function drawCircle({ context, palette }: Brush, x: number, y: number): void {
  context.fillStyle = palette.op;
  context.strokeStyle = palette.constant;
  context.lineWidth = 1.2;
  context.beginPath();
  context.arc(x, y, ANNOTATION_MARK / 2 - 1, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

/** Three bars of a small chart. */
function drawBars({ context, palette }: Brush, left: number, middle: number): void {
  context.fillStyle = palette.summary;
  const bottom = middle + ANNOTATION_MARK / 2;
  [4, 8, 6].forEach((height, i) => {
    context.fillRect(left + i * 3, bottom - height, 2.2, height);
  });
}

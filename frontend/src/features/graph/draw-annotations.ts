import { ANNOTATION_GAP, ANNOTATION_MARK, type ColumnItem } from "./annotation-column";
import { type AnnotationRow, annotationRows } from "./annotation-rows";
import { FONTS } from "./box-size";
import type { CutEnd } from "./cut-ends";
import { type Brush, write } from "./draw-boxes";
import type { SceneBox } from "./scene";
import { cutText } from "./text-measure";

/** Zoom from which annotations are drawn at all, and from which they have names. */
const MARKS_FROM = 0.25;
const TEXT_FROM = 0.55;
/** Half the height of the arrowhead that stands for a cut edge. */
const HALF_ARROW = 3;

/**
 * Constants (circles) and summaries (bars) beside their host, each on a dotted line; the ends of
 * cut edges as short arrows, dashed for control dependencies.
 */
export function drawAnnotations(brush: Brush, box: SceneBox): void {
  if (brush.scale < MARKS_FROM) return;
  if (box.before.shown.length + box.after.shown.length === 0) return;
  brush.context.globalAlpha = box.opacity;
  for (const row of annotationRows(box)) drawRow(brush, box, row);
}

function drawRow(brush: Brush, { worldRect: host }: SceneBox, row: AnnotationRow): void {
  const { x, y, width, height } = row.worldRect;
  const middle = y + height / 2;
  const isBefore = row.side === "before";
  const near = isBefore ? x + width : x;
  const markLeft = isBefore ? near - ANNOTATION_MARK : near;
  if (row.item !== undefined) {
    const hostX = isBefore ? host.x : host.x + host.width;
    if (row.item.cut === undefined) {
      drawTether(brush, near, middle, hostX, host.y + host.height / 2);
    }
    drawMark(brush, row.item, isBefore ? markLeft : near, middle, hostX);
  }
  if (brush.scale < TEXT_FROM) return;
  const room = width - ANNOTATION_MARK - ANNOTATION_GAP;
  const text = cutText(row.text, FONTS.annotation, room, brush.measure);
  const textWidth = brush.measure(text, FONTS.annotation);
  const left = isBefore
    ? markLeft - ANNOTATION_GAP - textWidth
    : markLeft + ANNOTATION_MARK + ANNOTATION_GAP;
  const colour = row.item?.cut === undefined ? brush.palette.textSoft : brush.palette.cut;
  write(brush, text, left, middle + 0.5, FONTS.annotation, colour);
}

function drawMark(
  brush: Brush,
  { annotation, cut }: ColumnItem,
  left: number,
  middle: number,
  hostX: number,
): void {
  if (cut !== undefined) drawCutEnd(brush, cut, left, middle, hostX);
  else if (annotation.kind === "constant") drawCircle(brush, left + ANNOTATION_MARK / 2, middle);
  else drawBars(brush, left, middle);
}

/** A short arrow between the text and the host, the way the edge goes: into it or out of it. */
function drawCutEnd(
  { context, palette }: Brush,
  { kind }: CutEnd,
  left: number,
  middle: number,
  hostX: number,
): void {
  const isInto = left < hostX;
  const [from, to] = isInto ? [left, hostX] : [hostX, left + ANNOTATION_MARK];
  context.strokeStyle = context.fillStyle = kind === "reference" ? palette.reference : palette.cut;
  context.lineWidth = 1.1;
  context.setLineDash(kind === "control" ? [2.5, 2.5] : []);
  context.beginPath();
  context.moveTo(from, middle);
  context.lineTo(to - 4, middle);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(to, middle);
  context.lineTo(to - 5, middle - HALF_ARROW);
  context.lineTo(to - 5, middle + HALF_ARROW);
  context.closePath();
  context.fill();
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

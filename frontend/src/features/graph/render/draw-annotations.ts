import { inflateRect, type Point } from "../../../lib/geometry/geometry";
import { ANNOTATION_GAP, ANNOTATION_MARK, type ColumnItem } from "../scene/annotation-column";
import { type AnnotationRow, annotationRows } from "../scene/annotation-rows";
import type { CutEnd } from "../scene/cut-edge-stubs";
import { type NameForms, nameForms } from "../scene/name-forms";
import { legibleFont } from "../scene/node-size";
import type { SceneBox } from "../scene/scene";
import { type Brush, write } from "./draw-nodes";
import { type Fade, fadeIn } from "./fading";
import { cutText } from "./text-metrics";

/** The zooms over which annotations come, and over which their names do. */
const MARKS_COME: Fade = [0.22, 0.3];
const TEXTS_COME: Fade = [0.48, 0.6];
/** In view pixels, at every zoom. */
const SELECTED_WIDTH = 2;
/** Half the height of the arrowhead that stands for a cut edge. */
const HALF_ARROW = 3;

/**
 * Constants (circles) and summaries (bars) beside or below their host, each on a dotted line; the ends of
 * cut edges as short arrows, dashed for control dependencies. `selected` is the name of what is
 * selected, which may be one of them.
 */
export function drawAnnotations(brush: Brush, box: SceneBox, selected?: string): void {
  const seen = box.opacity * fadeIn(brush.scale, MARKS_COME);
  if (seen === 0) return;
  if (box.before.shown.length + box.after.shown.length === 0) return;
  brush.context.globalAlpha = seen;
  const rows = annotationRows(box);
  rows.forEach((row, i) => {
    const name = row.item?.annotation?.name;
    const forms = () => nameForms(rows.map(({ text }) => text))[i];
    drawRow(brush, box, row, forms, name !== undefined && name === selected);
  });
}

function drawRow(
  brush: Brush,
  box: SceneBox,
  row: AnnotationRow,
  forms: () => NameForms,
  isSelected: boolean,
): void {
  const { x, y, width, height } = row.worldRect;
  const middle = y + height / 2;
  // The mark stands next to the host; below the host it stands before the text.
  const isMarkLast = row.side === "before" && box.annotationsAre === "beside";
  const markLeft = isMarkLast ? x + width - ANNOTATION_MARK : x;
  if (isSelected) drawSelection(brush, row);
  if (row.item !== undefined) drawMark(brush, box, row, row.item, markLeft);
  const seen = fadeIn(brush.scale, TEXTS_COME);
  if (seen === 0) return;
  const room = width - ANNOTATION_MARK - ANNOTATION_GAP;
  const font = legibleFont("annotation", brush.scale);
  const text = cutText(row.text, font, room, brush.measure, forms);
  const textWidth = brush.measure(text, font);
  const left = isMarkLast
    ? markLeft - ANNOTATION_GAP - textWidth
    : markLeft + ANNOTATION_MARK + ANNOTATION_GAP;
  const colour = row.item?.cut === undefined ? brush.palette.textSoft : brush.palette.cut;
  const { context } = brush;
  const { globalAlpha } = context;
  context.globalAlpha = globalAlpha * seen;
  write(brush, text, left, middle + 0.5, font, colour);
  context.globalAlpha = globalAlpha;
}

/** Around the mark and its text, as around a box. */
function drawSelection({ context, palette, scale }: Brush, { worldRect }: AnnotationRow): void {
  const { x, y, width, height } = inflateRect(worldRect, 2);
  context.beginPath();
  context.roundRect(x, y, width, height, 4);
  context.strokeStyle = palette.accent;
  context.lineWidth = SELECTED_WIDTH / Math.min(1, scale);
  context.stroke();
}

function drawMark(
  brush: Brush,
  box: SceneBox,
  { side, worldRect: { y, height } }: AnnotationRow,
  { annotation, cut }: ColumnItem,
  left: number,
): void {
  const middle = y + height / 2;
  const centre = left + ANNOTATION_MARK / 2;
  const host = box.worldRect;
  const hostX = side === "before" ? host.x : host.x + host.width;
  const isBelow = box.annotationsAre === "below";
  if (cut !== undefined) {
    const far = side === "before" ? left : left + ANNOTATION_MARK;
    const between = isBelow ? verticalArrow(centre, middle) : levelArrow(far, hostX, middle);
    drawCutEnd(brush, cut, side === "before" ? between : reversed(between));
    return;
  }
  if (isBelow) drawTether(brush, centre, middle, centre, host.y + host.height);
  else
    drawTether(
      brush,
      side === "before" ? left + ANNOTATION_MARK : left,
      middle,
      hostX,
      host.y + host.height / 2,
    );
  if (annotation.kind === "constant") drawCircle(brush, centre, middle);
  else drawBars(brush, left, middle);
}

/** A short arrow, vertical or horizontal. */
interface Arrow {
  readonly from: Point;
  readonly to: Point;
}

/** Between the text and the host, into it. */
function levelArrow(far: number, hostX: number, y: number): Arrow {
  return { from: { x: far, y }, to: { x: hostX, y } };
}

/** Up to the host above. */
function verticalArrow(x: number, middle: number): Arrow {
  const half = ANNOTATION_MARK / 2;
  return { from: { x, y: middle + half }, to: { x, y: middle - half } };
}

function reversed({ from, to }: Arrow): Arrow {
  return { from: to, to: from };
}

/** A short arrow the way the edge goes: into the host or out of it. */
function drawCutEnd({ context, palette }: Brush, { kind }: CutEnd, { from, to }: Arrow): void {
  const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const back = { x: to.x - 5 * dx, y: to.y - 5 * dy };
  context.strokeStyle = context.fillStyle = palette.cutLine;
  context.lineWidth = 1.1;
  context.setLineDash(kind === "control" ? [2.5, 2.5] : []);
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x - 4 * dx, to.y - 4 * dy);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(to.x, to.y);
  context.lineTo(back.x + HALF_ARROW * dy, back.y + HALF_ARROW * dx);
  context.lineTo(back.x - HALF_ARROW * dy, back.y - HALF_ARROW * dx);
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

import type { Rect } from "../../../lib/geometry/geometry";
import { ANNOTATION_DROP } from "../layout/spacing";
import {
  ANNOTATION_REACH,
  ANNOTATION_ROW,
  type AnnotationColumn,
  type ColumnItem,
  itemText,
  moreText,
  type Side,
} from "./annotation-column";
import { footprint, type SceneBox } from "./scene";

/** One line beside a host: an annotation, the end of a cut edge, or how many more there are. */
export interface AnnotationRow {
  readonly item: ColumnItem | undefined;
  readonly text: string;
  readonly side: Side;
  readonly worldRect: Rect;
}

/** What stands beside or below a box, from top to bottom, first on its left. */
export function annotationRows(box: SceneBox): AnnotationRow[] {
  return [...columnRows(box, box.before, "before"), ...columnRows(box, box.after, "after")];
}

function columnRows(box: SceneBox, column: AnnotationColumn, side: Side): AnnotationRow[] {
  const { x, y } =
    box.annotationsAre === "below" ? cornerBelow(box, side) : cornerBeside(box, side);
  const width = column.size.width - ANNOTATION_REACH;
  const at = (i: number): Rect => ({
    x,
    y: y + i * ANNOTATION_ROW,
    width,
    height: ANNOTATION_ROW,
  });
  const rows: AnnotationRow[] = column.shown.map((item, i) => ({
    item,
    text: itemText(item),
    side,
    worldRect: at(i),
  }));
  if (column.more > 0) {
    const text = moreText(column.more);
    rows.push({ item: undefined, text, side, worldRect: at(column.shown.length) });
  }
  return rows;
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

function cornerBeside({ worldRect, ...box }: SceneBox, side: Side): Corner {
  const { width, height } = box[side].size;
  const y = worldRect.y + (worldRect.height - height) / 2;
  return side === "before"
    ? { x: worldRect.x - width, y }
    : { x: worldRect.x + worldRect.width + ANNOTATION_REACH, y };
}

/** Both columns stand below the host, as far left and as far right as they may. */
function cornerBelow(box: SceneBox, side: Side): Corner {
  const { y, height } = box.worldRect;
  const all = footprint(box);
  const top = y + height + ANNOTATION_DROP;
  if (side === "before") return { x: all.x, y: top };
  return { x: all.x + all.width - box.after.size.width + ANNOTATION_REACH, y: top };
}

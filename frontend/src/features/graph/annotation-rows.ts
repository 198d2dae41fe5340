import type { Rect } from "../../lib/geometry";
import {
  ANNOTATION_REACH,
  ANNOTATION_ROW,
  type AnnotationColumn,
  type ColumnItem,
  itemText,
  moreText,
  type Side,
} from "./annotation-column";
import type { SceneBox } from "./scene";

/** One line beside a host: an annotation, the end of a cut edge, or how many more there are. */
export interface AnnotationRow {
  readonly item: ColumnItem | undefined;
  readonly text: string;
  readonly side: Side;
  readonly worldRect: Rect;
}

/** What stands beside a box, from top to bottom, first on its left. */
export function annotationRows(box: SceneBox): AnnotationRow[] {
  return [...columnRows(box, box.before, "before"), ...columnRows(box, box.after, "after")];
}

function columnRows(
  { worldRect }: SceneBox,
  column: AnnotationColumn,
  side: Side,
): AnnotationRow[] {
  const width = column.size.width - ANNOTATION_REACH;
  const x =
    side === "before"
      ? worldRect.x - column.size.width
      : worldRect.x + worldRect.width + ANNOTATION_REACH;
  const top = worldRect.y + (worldRect.height - column.size.height) / 2;
  const at = (i: number): Rect => ({
    x,
    y: top + i * ANNOTATION_ROW,
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

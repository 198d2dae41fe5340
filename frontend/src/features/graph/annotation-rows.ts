import type { Rect } from "../../lib/geometry";
import { ANNOTATION_REACH, ANNOTATION_ROW, type AnnotationColumn, moreText } from "./box-size";
import type { ScopeAnnotation } from "./model";
import type { SceneBox } from "./scene";

/** One line beside a host: an annotation, or how many more there are. */
export interface AnnotationRow {
  readonly annotation: ScopeAnnotation | undefined;
  readonly text: string;
  readonly side: "constant" | "summary";
  readonly worldRect: Rect;
}

/** The annotations of a box from top to bottom: constants on its left, summaries on its right. */
export function annotationRows(box: SceneBox): AnnotationRow[] {
  return [
    ...columnRows(box, box.constants, "constant"),
    ...columnRows(box, box.summaries, "summary"),
  ];
}

function columnRows(
  { worldRect }: SceneBox,
  column: AnnotationColumn,
  side: AnnotationRow["side"],
): AnnotationRow[] {
  const width = column.size.width - ANNOTATION_REACH;
  const x =
    side === "constant"
      ? worldRect.x - column.size.width
      : worldRect.x + worldRect.width + ANNOTATION_REACH;
  const top = worldRect.y + (worldRect.height - column.size.height) / 2;
  const at = (i: number): Rect => ({
    x,
    y: top + i * ANNOTATION_ROW,
    width,
    height: ANNOTATION_ROW,
  });
  const rows: AnnotationRow[] = column.shown.map((annotation, i) => ({
    annotation,
    text: annotation.label,
    side,
    worldRect: at(i),
  }));
  if (column.more > 0) {
    const text = moreText(column.more);
    rows.push({ annotation: undefined, text, side, worldRect: at(column.shown.length) });
  }
  return rows;
}

/**
 * The column of annotations beside a node: constants and the sources of cut edges on the left,
 * where the inputs are; summaries and the targets of cut edges on the right.
 */
import * as messages from "../messages";
import type { Scope, ScopeAnnotation, ScopeNode } from "../scope/model";
import { type CutEnd, cutEndsAt } from "./cut-edge-stubs";
import { type MeasureText, ROOM_FONTS, type Size } from "./node-size";

export const ANNOTATION_ROW = 15;
/** The mark of an annotation, and the gaps around it. */
export const ANNOTATION_MARK = 9;
export const ANNOTATION_GAP = 4;
/** From the host's box to the column of its annotations: a short dotted line runs there. */
export const ANNOTATION_REACH = 12;
/** TensorBoard's limit per side; further ones are counted in one row. */
export const MAX_ANNOTATIONS = 5;
/** Of these, constants or summaries keep at least so many when there are cut edges too. */
const MIN_OWN = 3;
/** Wider texts are cut on the canvas: a parameter with its value has room. */
const MAX_TEXT = 124;

export type Side = "before" | "after";

/** An op that serves the node, or the other end of a cut edge. */
export type ColumnItem =
  | { readonly annotation: ScopeAnnotation; readonly cut?: undefined }
  | { readonly cut: CutEnd; readonly annotation?: undefined };

/** The annotations drawn on one side of a node, and how many are only counted. */
export interface AnnotationColumn {
  readonly shown: readonly ColumnItem[];
  readonly more: number;
  readonly size: Size;
}

const EMPTY: AnnotationColumn = { shown: [], more: 0, size: { width: 0, height: 0 } };

/**
 * The column on one side of a child of a scope. Beside an open scope nothing stands: its cut edges
 * stand at the nodes inside.
 */
export function annotationColumn(
  scope: Scope,
  node: ScopeNode,
  isOpen: boolean,
  side: Side,
  measure: MeasureText,
): AnnotationColumn {
  if (isOpen) return EMPTY;
  const kind = side === "before" ? "constant" : "summary";
  const own = node.annotations.filter((annotation) => annotation.kind === kind);
  const cuts = cutEndsAt(scope, node.name)[side];
  const total = own.length + cuts.length;
  if (total === 0) return EMPTY;
  const ownShown = Math.min(own.length, Math.max(MAX_ANNOTATIONS - cuts.length, MIN_OWN));
  const shown: ColumnItem[] = [
    ...own.slice(0, ownShown).map((annotation) => ({ annotation })),
    ...cuts.slice(0, MAX_ANNOTATIONS - ownShown).map((cut) => ({ cut })),
  ];
  return { shown, more: total - shown.length, size: sizeOf(shown, total, measure) };
}

function sizeOf(shown: readonly ColumnItem[], total: number, measure: MeasureText): Size {
  const texts = shown.map(itemText);
  if (total > shown.length) texts.push(moreText(total - shown.length));
  const widest = Math.max(...texts.map((text) => measure(text, ROOM_FONTS.annotation)));
  const text = Math.ceil(Math.min(MAX_TEXT, widest));
  return {
    width: ANNOTATION_REACH + ANNOTATION_MARK + 2 * ANNOTATION_GAP + text,
    height: texts.length * ANNOTATION_ROW,
  };
}

/** A short text; the whole name is in the tip. */
export function itemText({ annotation, cut }: ColumnItem): string {
  return annotation?.label ?? cut?.text ?? "";
}

export function moreText(more: number): string {
  return messages.moreAnnotations(more);
}

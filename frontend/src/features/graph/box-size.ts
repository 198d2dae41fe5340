/** How large nodes are drawn when closed, in world units (pixels at zoom 1). */
import type { ScopeAnnotation, ScopeNode } from "./model";

/** The width of a text in a font, as the page's canvas measures it. */
export type MeasureText = (text: string, font: string) => number;

const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

/** Text sizes in world units. */
export const TEXT_SIZES = { metanode: 12.5, count: 10, op: 11, annotation: 9, edge: 9.5 } as const;
const WEIGHTS = { metanode: 600, count: 400, op: 400, annotation: 400, edge: 500 } as const;

type Look = keyof typeof TEXT_SIZES;

/** The font of a kind of text, at its own size or another. */
export function fontOf(look: Look, size: number = TEXT_SIZES[look]): string {
  return `${WEIGHTS[look]} ${size}px ${FAMILY}`;
}

export const FONTS = {
  metanode: fontOf("metanode"),
  count: fontOf("count"),
  op: fontOf("op"),
  annotation: fontOf("annotation"),
  edge: fontOf("edge"),
} as const;

/** Wider names are cut on the canvas; the whole name is in the tooltip and the info card. */
const MOST_TEXT = 210;
const MOST_ANNOTATION_TEXT = 76;

const METANODE_HEIGHT = 40;
const METANODE_PADDING = 12;
const OP_HEIGHT = 24;
const OP_PADDING = 12;
const LEAST_METANODE = 84;
const LEAST_OP = 36;

/** The button that opens a metanode stands in this much of its left end. */
export const BUTTON_ROOM = 26;
/** Zoom from which the button is drawn and can be hit. */
export const BUTTON_FROM = 0.45;

export const ANNOTATION_ROW = 13;
/** The mark of an annotation, and the gaps around it. */
export const ANNOTATION_MARK = 9;
export const ANNOTATION_GAP = 4;
/** From the host's box to the column of its annotations: a short dotted line runs there. */
export const ANNOTATION_REACH = 12;
/** TensorBoard's limit per side; further ones are counted in one row. */
export const MOST_ANNOTATIONS = 5;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function boxSize(node: ScopeNode, measure: MeasureText): Size {
  if (node.kind === "op") {
    const text = Math.min(MOST_TEXT, measure(node.label, FONTS.op));
    return { width: Math.max(LEAST_OP, Math.ceil(text) + 2 * OP_PADDING), height: OP_HEIGHT };
  }
  const name = measure(node.label, FONTS.metanode);
  const text = Math.min(MOST_TEXT, Math.max(name, measure(countText(node.count), FONTS.count)));
  const button = node.expandable ? BUTTON_ROOM : METANODE_PADDING;
  const width = Math.ceil(text) + button + METANODE_PADDING;
  return { width: Math.max(LEAST_METANODE, width), height: METANODE_HEIGHT };
}

/** `1 op`, `84 ops`, `7,909 ops`. */
export function countText(count: number): string {
  return count === 1 ? "1 op" : `${count.toLocaleString("en-GB")} ops`;
}

/** The annotations drawn on one side of a node, and how many are only counted. */
export interface AnnotationColumn {
  readonly shown: readonly ScopeAnnotation[];
  readonly more: number;
  readonly size: Size;
}

/** Constants stand left of their host, where inputs are read; summaries right of it. */
export function annotationColumn(
  node: ScopeNode,
  kind: ScopeAnnotation["kind"],
  measure: MeasureText,
): AnnotationColumn {
  const all = node.annotations.filter((annotation) => annotation.kind === kind);
  if (all.length === 0) return { shown: [], more: 0, size: { width: 0, height: 0 } };
  const shown = all.slice(0, MOST_ANNOTATIONS);
  const more = all.length - shown.length;
  const texts = shown.map((annotation) => annotation.label);
  if (more > 0) texts.push(moreText(more));
  const widest = Math.max(...texts.map((text) => measure(text, FONTS.annotation)));
  const text = Math.ceil(Math.min(MOST_ANNOTATION_TEXT, widest));
  return {
    shown,
    more,
    size: {
      width: ANNOTATION_REACH + ANNOTATION_MARK + 2 * ANNOTATION_GAP + text,
      height: texts.length * ANNOTATION_ROW,
    },
  };
}

export function moreText(more: number): string {
  return `… ${more.toLocaleString("en-GB")} more`;
}

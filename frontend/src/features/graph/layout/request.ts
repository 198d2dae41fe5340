/**
 * Requests to the layout engine and its results: plain objects of typed arrays, so that they
 * cross to the worker and back without being copied.
 */

/** Where a child stands: in the main graph, or in a column beside it. */
export const MAIN = 0;
export const IN_EXTRACT = 1;
export const OUT_EXTRACT = 2;
/** The function library, which is beside the main graph, but nothing of it is auxiliary. */
export const LIBRARY = 3;
/** It is not drawn: a hidden node, a member of a series node, or an ungrouped series node. */
export const ABSENT = 4;

/** How the whole is drawn. */
export interface LayoutOptions {
  /** Where the flow runs to; TensorBoard draws bottom-to-top. */
  readonly direction: "bottom-to-top" | "top-down" | "left-to-right";
  readonly spacing: "compact" | "normal" | "airy";
  readonly edges: "curved" | "right-angled";
}

export const DEFAULT_OPTIONS: LayoutOptions = {
  direction: "bottom-to-top",
  spacing: "normal",
  edges: "curved",
};

/** Whether two drawings are laid out alike. */
export function isSameStyle(a: LayoutStyle, b: LayoutStyle): boolean {
  return a.direction === b.direction && a.spacing === b.spacing && a.edges === b.edges;
}

/** Whether the flow runs from side to side, so that lines meet boxes there. */
export function isHorizontal({ direction }: LayoutStyle): boolean {
  return direction === "left-to-right";
}

/** What a drawing is to fill, in CSS pixels: about the canvas on which it is first shown. */
export interface CanvasShape {
  readonly width: number;
  readonly height: number;
}

export const DEFAULT_CANVAS: CanvasShape = { width: 1024, height: 724 };

/** A first view of more nodes is never folded. */
export const MAX_FOLDED_NODES = 80;

/** What is requested: the direction may be left to the canvas. */
export interface LayoutStyle extends Omit<LayoutOptions, "direction"> {
  readonly direction: LayoutOptions["direction"] | "by-canvas";
}

/** One open scope: its children, then its ports, as nodes; its edges and bridges as edges. */
export interface ScopeRequest {
  readonly childCount: number;
  /** Per child: the size of its box when closed, in world units, and what its lines need of it. */
  readonly boxWidth: Float64Array;
  readonly boxHeight: Float64Array;
  readonly lineRoom: Float64Array;
  /**
   * Per child: room for annotations left and right of its box when it is closed, and the height they
   * need. In drawings from left to right, where edges arrive, they stand below the box, left then
   * right.
   */
  readonly roomBefore: Float64Array;
  readonly roomAfter: Float64Array;
  readonly annotationHeight: Float64Array;
  /** Per child: which scope of the request is its inside, or -1 when it is closed. */
  readonly openScope: Int32Array;
  /**
   * Per child, the series of like names that it belongs to, -1 for none; members follow one
   * another by index. Left out when there is no such series.
   */
  readonly series?: Int32Array;
  /**
   * Per child, then per port: `MAIN`, `IN_EXTRACT`, `OUT_EXTRACT`, `LIBRARY` or `ABSENT`, whose box
   * means nothing. Ports are in the main graph; they may be left out.
   */
  readonly role: Uint8Array;
  /** Per port: 1 when edges leave the scope there, 0 when they enter. */
  readonly portLeaves: Uint8Array;
  /** Per edge: its ends, as children (from 0) or ports (from `childCount`). */
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly weight: Float64Array;
  /**
   * Per edge: 1 when it is not drawn, since annotations at its ends stand for it. Edges from an
   * extract to anything outside its column are never drawn.
   */
  readonly cut: Uint8Array;
  /** Per edge: the width of its label, 0 for none. */
  readonly labelWidth: Float64Array;
  /**
   * Per edge: the number of what carries the same tensor from the same port, -1 for none; only one
   * edge of each has a label. Left out where there is none.
   */
  readonly bundle?: Int32Array;
  /** Per edge: how thick its line is. */
  readonly thickness: Float64Array;
  /** Per edge: the port at which it goes on inside an open child, -1 for none. */
  readonly sourcePort: Int32Array;
  readonly targetPort: Int32Array;
  /** The width that the scope's own header needs. */
  readonly headerWidth: number;
  /** What the scope is before the viewer changes it; left out when it is the same. */
  readonly baseline?: BaselineScope;
}

/**
 * A scope without the viewer's including, excluding, hiding and regrouping.
 *
 * Nodes that are in the main graph then and now keep their order, whatever the viewer does to
 * others, and in whatever sequence.
 */
export type BaselineScope = Pick<
  ScopeRequest,
  "boxWidth" | "boxHeight" | "lineRoom" | "role" | "weight" | "cut"
>;

/** All open scopes; the first is the top level, and every scope stands after its parent. */
export interface LayoutRequest {
  readonly scopes: readonly ScopeRequest[];
  /**
   * The scopes that are open at first, whatever is open now: chains are folded by them. The same
   * children in the same order; left out where nothing is to be folded for what is open.
   */
  readonly first?: readonly ScopeRequest[];
  /** What is left out is as in `DEFAULT_OPTIONS`. */
  readonly options?: Partial<LayoutStyle>;
  /** Left out for `DEFAULT_CANVAS`. */
  readonly canvas?: CanvasShape;
}

/** Where the inside of one scope ended up, in world units; y grows downwards. */
export interface ScopeResult {
  /** Per child and port: the upper left corner of its box, and the box's size. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: Float64Array;
  readonly height: Float64Array;
  /** Per edge: its route from source to target, see `Routes`; no points when it is not drawn. */
  readonly pointStart: Int32Array;
  readonly points: Float64Array;
  /** Per edge: 1 when it is drawn against the flow. */
  readonly reversed: Uint8Array;
  /** Per edge: the middle of its label, NaN when there is no room or no label. */
  readonly labelX: Float64Array;
  readonly labelY: Float64Array;
  /** Per edge: how many times its label may grow before it meets a box or a label placed before. */
  readonly labelGrowth: Float64Array;
  /** Per child: its rank and its place there; -1 for a child without edges, or in a column. */
  readonly rank: Int32Array;
  readonly place: Int32Array;
}

export interface LayoutResult {
  readonly width: number;
  readonly height: number;
  readonly options: LayoutOptions;
  readonly scopes: readonly ScopeResult[];
}

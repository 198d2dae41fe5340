/** How large nodes are drawn when closed, in world units (pixels at zoom 1). */
import type { MeasureText } from "../../../lib/canvas/drawing-context";
import * as messages from "../messages";
import { isGroup, type ScopeNode } from "../scope/model";
import { READABLE_SCALE } from "./camera";

export type { MeasureText };

const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

/** Text sizes in world units. */
export const TEXT_SIZES = { metanode: 12.5, count: 10, op: 11, annotation: 10, edge: 10 } as const;
/** The least height of a text that is read well, in CSS pixels. */
export const LEGIBLE = 10;
/** At `READABLE_SCALE` all texts are legible: in world units they have room for this size. */
export const LEGIBLE_SIZE = LEGIBLE / READABLE_SCALE;
/** The largest title of an open scope, in world units. */
export const MAX_HEADER_TEXT = 18;
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

/** Fonts for what a text has room for. */
export const ROOM_FONTS = {
  count: fontOf("count", LEGIBLE_SIZE),
  op: fontOf("op", LEGIBLE_SIZE),
  annotation: fontOf("annotation", LEGIBLE_SIZE),
  edge: fontOf("edge", LEGIBLE_SIZE),
} as const;

/** The font of a small text at a zoom: legible, as far as it has room for that. */
export function legibleFont(look: Look, scale: number, most = LEGIBLE_SIZE): string {
  const size = Math.min(most, Math.max(TEXT_SIZES[look], LEGIBLE / scale));
  // In half units, so that few fonts are measured.
  return fontOf(look, Math.ceil(2 * size) / 2);
}

/** Wider names are cut on the canvas; the whole name is in the tooltip and the info card. */
const MAX_TEXT = 210;

/** The heights of scopes by how heavy they are, and of ops; see `weightOf`. */
const METANODE_HEIGHTS = [40, 50, 62, 76] as const;
const METANODE_PADDING = 12;
const OP_HEIGHTS = [24, 28, 32, 36] as const;
const OP_PADDING = 12;
const MIN_METANODE = 84;
const MIN_OP = 36;

/** A group is a stack of cards; those behind the first stand out by this much above and right. */
export const STACK_ROOM = 6;

/** The button that opens a metanode stands in this much of its left end. */
export const BUTTON_ROOM = 26;
/** Zoom from which the button is drawn and can be hit. */
export const BUTTON_FROM = 0.45;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** From so many on, a node is one step heavier. */
const OPS = [30, 300, 3000] as const;
const PARAMETERS = [1e5, 1e6, 1e7] as const;
const FLOPS = [1e7, 1e9, 1e11] as const;

/**
 * How heavy a node is, in four steps of a factor of ten or more: by the ops inside or by its
 * parameters, whichever is more; of an op by what it computes in place of what is inside.
 */
export function weightOf({ kind, count, costs }: ScopeNode): 0 | 1 | 2 | 3 {
  const parameters = (costs.parameters ?? 0) + (costs.non_trainable ?? 0);
  const size = kind === "op" ? stepOf(costs.flops ?? 0, FLOPS) : stepOf(count, OPS);
  return Math.max(size, stepOf(parameters, PARAMETERS)) as 0 | 1 | 2 | 3;
}

function stepOf(amount: number, bounds: readonly number[]): number {
  return bounds.filter((bound) => amount >= bound).length;
}

export function nodeSize(node: ScopeNode, measure: MeasureText): Size {
  if (node.kind === "op") {
    const text = Math.min(MAX_TEXT, measure(node.label, ROOM_FONTS.op));
    const width = Math.max(MIN_OP, Math.ceil(text) + 2 * OP_PADDING);
    return { width, height: OP_HEIGHTS[weightOf(node)] };
  }
  const name = measure(node.label, FONTS.metanode);
  const text = Math.min(MAX_TEXT, Math.max(name, measure(secondLine(node), ROOM_FONTS.count)));
  const button = node.expandable ? BUTTON_ROOM : METANODE_PADDING;
  const width = Math.max(MIN_METANODE, Math.ceil(text) + button + METANODE_PADDING);
  const stack = isGroup(node.kind) ? STACK_ROOM : 0;
  return { width: width + stack, height: METANODE_HEIGHTS[weightOf(node)] + stack };
}

/**
 * What stands below the name: how many ops there are inside, or what is called; nothing below
 * `96 gradient ops`.
 */
export function secondLine({ label, kind, functions, count, recursive }: ScopeNode): string {
  if (kind === "role_group") return "";
  if (kind !== "function") return countText(count);
  const [called = ""] = functions;
  // In the function library the node is the function.
  const what =
    called === label
      ? messages.functionNode
      : messages.callsWithOthers(called, functions.length - 1);
  return recursive ? `↻ ${what}` : what;
}

/** `1 op`, `84 ops`, `7,909 ops`. */
export function countText(count: number): string {
  return messages.opCount(count);
}

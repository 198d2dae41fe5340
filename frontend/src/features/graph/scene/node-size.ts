/** How large nodes are drawn when closed, in world units (pixels at zoom 1). */
import type { MeasureText } from "../../../lib/canvas/drawing-context";
import * as messages from "../messages";
import type { ScopeNode } from "../scope/model";

export type { MeasureText };

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
const MAX_TEXT = 210;

const METANODE_HEIGHT = 40;
const METANODE_PADDING = 12;
const OP_HEIGHT = 24;
const OP_PADDING = 12;
const MIN_METANODE = 84;
const MIN_OP = 36;

/** A series is a stack of cards; those behind the first stand out by this much above and right. */
export const STACK_ROOM = 6;

/** The button that opens a metanode stands in this much of its left end. */
export const BUTTON_ROOM = 26;
/** Zoom from which the button is drawn and can be hit. */
export const BUTTON_FROM = 0.45;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function nodeSize(node: ScopeNode, measure: MeasureText): Size {
  if (node.kind === "op") {
    const text = Math.min(MAX_TEXT, measure(node.label, FONTS.op));
    return { width: Math.max(MIN_OP, Math.ceil(text) + 2 * OP_PADDING), height: OP_HEIGHT };
  }
  const name = measure(node.label, FONTS.metanode);
  const text = Math.min(MAX_TEXT, Math.max(name, measure(secondLine(node), FONTS.count)));
  const button = node.expandable ? BUTTON_ROOM : METANODE_PADDING;
  const width = Math.max(MIN_METANODE, Math.ceil(text) + button + METANODE_PADDING);
  const stack = node.kind === "series" ? STACK_ROOM : 0;
  return { width: width + stack, height: METANODE_HEIGHT + stack };
}

/** What stands below the name: how many ops there are inside, or what is called. */
export function secondLine({ label, kind, functions, count, recursive }: ScopeNode): string {
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

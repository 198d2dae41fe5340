/** The plate of a sign: the shape of the box's kind, in a size to be seen. */
import { mix, type Rect } from "../../../../lib/geometry/geometry";
import { isGroup, type ScopeNode } from "../../scope/model";
import { lookOf, tonedLook } from "../box-looks";
import type { Brush, Standing } from "../draw-nodes";
import { scopeLine } from "../node-style";
import { groundAt } from "../theme";
import { SIGN_HEIGHT } from "./plan-signs";
import type { ShownSign } from "./shown-sign";

/** In CSS pixels. */
const PILL = SIGN_HEIGHT / 2;
const RADII: Readonly<Record<ScopeNode["kind"], number>> = {
  op: PILL,
  metanode: 4,
  function: 2,
  series: PILL,
  role_group: PILL,
  stack: PILL,
  prefix_group: PILL,
  flow_group: PILL,
  block: PILL,
};
/** How far the card behind the sign of a group stands out, and where the bars of a function are. */
const BEHIND = 2.5;
const BAR = 2.5;
/** How much of a kind's colour is in the ground of a node without a share, and of one with all. */
const LEAST_TONE = 0.1;
const MOST_TONE = 0.6;

/** How strong the tone of a node is, from 0 to 1. */
export function toneOf(share: number): number {
  return mix(LEAST_TONE, MOST_TONE, Math.sqrt(share));
}

/** Nothing where the sign is on its own box, as large as that is, apart from what became of it. */
export function drawPlate(brush: Brush, shown: ShownSign, standing: Standing): void {
  const { box, opacity } = shown;
  const isOnBox = !box.isOpen && isInside(shown.worldRect, box.worldRect);
  if (!isOnBox) drawGround(brush, shown, standing);
  const { worldRect } = isOnBox ? box : shown;
  brush.changes?.drawChanges(brush, [{ ...box, worldRect, opacity }], true);
}

function drawGround(brush: Brush, shown: ShownSign, standing: Standing): void {
  const { context, palette, scale } = brush;
  const { box, worldRect, opacity } = shown;
  const { node, paint } = box;
  const unit = 1 / scale;
  const line = box.isOpen ? (paint ?? scopeLine(node, palette)) : lookOf(box, palette).line;
  context.globalAlpha = opacity;
  context.lineWidth = (standing === "plain" ? 1 : 2) * unit;
  context.strokeStyle = standing === "plain" ? line : palette.accent;
  const cards = isGroup(node.kind) ? [BEHIND * unit, 0] : [0];
  for (const by of cards) {
    const { x, y, width, height } = worldRect;
    context.beginPath();
    context.roundRect(x + by, y - by, width, height, RADII[node.kind] * unit);
    fillPlate(brush, shown);
    context.stroke();
  }
  if (node.kind === "function") drawBars(brush, worldRect);
}

/** As the box is filled, in one colour; an open scope's is its ground. */
function fillPlate({ context, palette }: Brush, { box, share }: ShownSign): void {
  const isToned = box.fill === undefined && box.paint === undefined;
  const look = tonedLook(lookOf(box, palette), isToned ? toneOf(share) : 0);
  const fill = look.bands[0]?.colour ?? look.fill;
  context.fillStyle = box.isOpen ? groundAt(palette, box.depth + 1) : fill;
  context.fill();
}

function drawBars({ context, scale }: Brush, { x, y, width, height }: Rect): void {
  context.beginPath();
  for (const bar of [x + BAR / scale, x + width - BAR / scale]) {
    context.moveTo(bar, y);
    context.lineTo(bar, y + height);
  }
  context.stroke();
}

function isInside(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

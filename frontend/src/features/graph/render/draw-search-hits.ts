/** What a search found, on a node: a ring around a match, a badge with how many are inside. */

import { shortCountText } from "../../../lib/format/number";
import { inflateRect } from "../../../lib/geometry/geometry";
import { fontOf } from "../scene/node-size";
import type { SceneBox } from "../scene/scene";
import type { Brush } from "./draw-nodes";

/** In view pixels, at every zoom. */
const RING_WIDTH = 2;
const OPEN_RING_WIDTH = 1.25;
const RING_GAP = 2;
const RING_RADIUS = 6;
const BADGE_TEXT = 11;
const BADGE_PADDING = 4.5;
/** A badge is no higher than this part of its box; below this many view pixels it has no text. */
const MAX_SHARE_OF_BOX = 0.8;
const MIN_TEXT = 6;

export function drawSearchHits(brush: Brush, box: SceneBox): void {
  if (box.found === undefined) return;
  brush.context.globalAlpha = 1;
  if (box.found.isMatch) drawRing(brush, box);
  if (box.found.inside > 0) drawBadge(brush, box, shortCountText(box.found.inside));
}

function drawRing({ context, palette, scale }: Brush, { worldRect, isOpen }: SceneBox): void {
  const view = 1 / Math.min(1, scale);
  const { x, y, width, height } = inflateRect(worldRect, RING_GAP * view);
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(RING_RADIUS + RING_GAP * view, height / 2));
  context.strokeStyle = palette.found;
  context.lineWidth = (isOpen ? OPEN_RING_WIDTH : RING_WIDTH) * view;
  context.stroke();
}

/** On the upper right corner. */
function drawBadge(brush: Brush, { worldRect, isOpen }: SceneBox, text: string): void {
  const { context, palette, scale, measure } = brush;
  const most = isOpen ? BADGE_TEXT : worldRect.height * MAX_SHARE_OF_BOX;
  const size = Math.min(most, BADGE_TEXT / Math.min(1, scale));
  const font = fontOf("metanode", Math.max(1, Math.floor(2 * size) / 2));
  const isLegible = size * scale >= MIN_TEXT;
  const height = size * 1.5;
  const room = isLegible ? measure(text, font) + (2 * BADGE_PADDING * size) / BADGE_TEXT : 0;
  const width = Math.max(height, room);
  const left = worldRect.x + worldRect.width - width * 0.7;
  const top = worldRect.y - height * 0.5;
  context.beginPath();
  context.roundRect(left, top, width, height, height / 2);
  context.fillStyle = palette.found;
  context.fill();
  if (!isLegible) return;
  context.font = font;
  context.fillStyle = palette.onFound;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, left + width / 2, top + height / 2 + size * 0.05);
}

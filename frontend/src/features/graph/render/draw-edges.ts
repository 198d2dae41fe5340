import type { DrawingContext } from "../../../lib/canvas/drawing-context";
import { LEGIBLE, LEGIBLE_SIZE, legibleFont } from "../scene/node-size";
import type { SceneEdge } from "../scene/scene";
import type { EdgeKind } from "../scope/model";
import { endDirection, traceRoute } from "./edge-path";
import { type Fade, fadeIn } from "./fading";
import { groundAt, type Palette } from "./theme";

/** Lines are never thinner than this on the screen, in view pixels. */
const MIN_VIEW_WIDTH = 1;
/** Lines from this thickness on are lighter: thin ones between them stay in sight. */
const WIDE = 3;
/** Emphasised lines are at least this thick, in view pixels. */
const MIN_EMPHASIS = 1.75;
/** Bends of a line that are nearer to one another on the screen, in pixels, are one bend. */
const SLIGHT = 0.75;
/** How far the dots at borders stand out beside their lines, in world units. */
const MIN_DOT = 1.8;
/** The zooms over which arrowheads grow, and over which labels come. */
const ARROWS_COME: Fade = [0.2, 0.3];
const LABELS_COME: Fade = [0.3, 0.35];
/** A label comes while the room that it has grows to what it takes. */
const ROOM_COMES: Fade = [0.9, 1];

/** Draws edges in world units; those of one look share a path. */
export function drawEdges(
  context: DrawingContext,
  edges: readonly SceneEdge[],
  palette: Palette,
  scale: number,
  emphasised: boolean,
  isHorizontal: boolean,
): void {
  for (const group of groupByLook(edges)) {
    const [{ kind, opacity, change }] = group;
    const least = (emphasised || change ? MIN_EMPHASIS : MIN_VIEW_WIDTH) / scale;
    const width = Math.max(least, quantised(group[0].width));
    const colour = emphasised ? emphasisOf(group[0], palette) : colourOf(group[0], palette);
    const grown = fadeIn(scale, ARROWS_COME);
    context.globalAlpha = opacity;
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = width;
    context.setLineDash(change === "removed" ? [2 * width, 2 * width] : dashOf(kind, width));
    context.beginPath();
    for (const edge of group) {
      const shortenBy = edge.hasArrow ? grown * arrowLength(width) : 0;
      traceRoute(context, edge.worldPoints, shortenBy, isHorizontal, SLIGHT / scale);
    }
    context.stroke();
    context.setLineDash([]);
    if (grown === 0) continue;
    fillArrows(context, group, width, grown, isHorizontal);
    fillBorderDots(context, group, width, grown);
  }
  context.globalAlpha = 1;
}

/** Draws the labels of edges over a patch of whatever is behind them. */
export function drawEdgeLabels(
  context: DrawingContext,
  edges: readonly SceneEdge[],
  palette: Palette,
  scale: number,
  emphasised: boolean,
): void {
  const seen = fadeIn(scale, LABELS_COME);
  if (seen === 0) return;
  // A label grows as the drawing shrinks, as far as it has room.
  const growth = Math.max(1, LEGIBLE / scale / LEGIBLE_SIZE);
  context.font = legibleFont("edge", scale, growth * LEGIBLE_SIZE);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3.5 * growth;
  for (const { label, worldLabel, depth, opacity } of edges) {
    if (label === null || worldLabel === undefined) continue;
    const hasRoom = fadeIn(worldLabel.growth / growth, ROOM_COMES);
    if (hasRoom === 0) continue;
    context.globalAlpha = opacity * seen * hasRoom;
    context.strokeStyle = groundAt(palette, depth);
    context.strokeText(label, worldLabel.x, worldLabel.y);
    context.fillStyle = emphasised ? palette.accent : palette.textSoft;
    context.fillText(label, worldLabel.x, worldLabel.y);
  }
  context.globalAlpha = 1;
  // Else the lines of the next frame would have other corners than those of the first.
  context.lineJoin = "miter";
}

function colourOf({ kind, width, change }: SceneEdge, palette: Palette): string {
  if (change) return palette.changes[change];
  if (kind === "reference") return palette.reference;
  if (kind === "control") return palette.control;
  return width < WIDE ? palette.edge : palette.edgeWide;
}

function emphasisOf({ width }: SceneEdge, palette: Palette): string {
  return width < WIDE ? palette.accent : palette.accentWide;
}

function dashOf(kind: EdgeKind, width: number): number[] {
  return kind === "control" ? [3 * Math.max(1, width), 3 * Math.max(1, width)] : [];
}

type Group = [SceneEdge, ...SceneEdge[]];

const known = new WeakMap<readonly SceneEdge[], readonly Group[]>();

/** While all of a drawing is in view, each frame has the same edges. */
function groupByLook(edges: readonly SceneEdge[]): readonly Group[] {
  const groups = known.get(edges) ?? findGroups(edges);
  known.set(edges, groups);
  return groups;
}

function findGroups(edges: readonly SceneEdge[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const edge of edges) {
    const look = `${edge.kind} ${quantised(edge.width)} ${edge.opacity} ${edge.change ?? ""}`;
    const group = groups.get(look);
    if (group) group.push(edge);
    else groups.set(look, [edge]);
  }
  // Thick lines over thin ones: pieces that share a trunk then look like one.
  return [...groups.values()].sort(([a], [b]) => a.width - b.width);
}

function quantised(width: number): number {
  return Math.round(width * 4) / 4;
}

/** A dot where a bridge goes through the border of its scope. */
function fillBorderDots(
  context: DrawingContext,
  edges: readonly SceneEdge[],
  width: number,
  grown: number,
): void {
  const radius = grown * MIN_DOT + width / 2;
  context.beginPath();
  for (const { worldPoints, border } of edges) {
    if (border === undefined) continue;
    const at = border === "source" ? 0 : worldPoints.length - 2;
    context.moveTo(worldPoints[at] + radius, worldPoints[at + 1]);
    context.arc(worldPoints[at], worldPoints[at + 1], radius, 0, 2 * Math.PI);
  }
  context.fill();
}

function arrowLength(width: number): number {
  return 5 + Math.min(9, width * 1.1);
}

function fillArrows(
  context: DrawingContext,
  edges: readonly SceneEdge[],
  width: number,
  grown: number,
  isHorizontal: boolean,
): void {
  const length = grown * arrowLength(width);
  const half = grown * (2.6 + Math.min(6, width * 0.75));
  context.beginPath();
  for (const { worldPoints: points, hasArrow } of edges) {
    if (!hasArrow) continue;
    const x = points[points.length - 2];
    const y = points[points.length - 1];
    const back = -endDirection(points, isHorizontal) * length * 1.15;
    context.moveTo(x, y);
    if (isHorizontal) {
      context.lineTo(x + back, y - half);
      context.lineTo(x + back, y + half);
    } else {
      context.lineTo(x - half, y + back);
      context.lineTo(x + half, y + back);
    }
    context.closePath();
  }
  context.fill();
}

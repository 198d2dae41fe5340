/** In how many shapes one group of parts and isolated nodes can be packed. */
import type { CanvasShape } from "../request";
import { NODE_GAP, PART_GAP } from "../spacing";
import type { Extent } from "./arrange-groups";
import { fillShelves, planColumn, planShelves, type Shelf } from "./shelf-packing";

/** One way of packing: the block of isolated nodes is the item after all parts. */
export interface GroupWay extends Extent {
  readonly isolatedShelves: readonly Shelf[];
  readonly shelves: readonly Shelf[];
}

/** Closed sizes of what is packed: parts in the order in which they are to stand, isolated nodes. */
export interface GroupItems {
  readonly parts: Sizes;
  readonly isolated: Sizes;
}

export interface Sizes {
  readonly width: Float64Array;
  readonly height: Float64Array;
}

/** Shapes that are tried, as shares of the canvas's; fewer where much is to be packed. */
const SHAPES = [0.12, 0.25, 0.4, 0.6, 0.8, 1, 1.3, 1.8, 2.8, 5];
const FEW_SHAPES = [0.25, 0.7, 1, 1.4];
const MANY = 2_000;

/** With `inOrder` no part stands left of one before it. */
export function mainWays(items: GroupItems, canvas: CanvasShape, inOrder: boolean): GroupWay[] {
  return shapesOf(items, canvas).flatMap(({ width }) => {
    const { parts } = items;
    const limit = Math.max(width, widestOf(parts), widestOf(items.isolated));
    const alone = planShelves(parts.width, parts.height, PART_GAP, limit, inOrder);
    const used = fillShelves(alone, parts.width, parts.height, PART_GAP).width;
    const rest = limit - used - PART_GAP;
    const ways = [packShelves(items, limit, limit, inOrder)];
    if (rest >= widestOf(items.isolated)) ways.push(packShelves(items, limit, rest, inOrder));
    return ways;
  });
}

/** A column of extracts may also lie on its side. */
export function columnWays(items: GroupItems, canvas: CanvasShape): GroupWay[] {
  return shapesOf(items, canvas).flatMap(({ width, height }) => {
    const limit = Math.max(width, widestOf(items.parts), widestOf(items.isolated));
    return [packColumns(items, height), packShelves(items, limit, limit, true)];
  });
}

/** What is to be packed, as rectangles of several shapes without a gap. */
function shapesOf({ parts, isolated }: GroupItems, canvas: CanvasShape): Extent[] {
  const area = areaOf(parts, PART_GAP) + areaOf(isolated, NODE_GAP);
  if (area === 0) return [];
  const isMuch = parts.width.length + isolated.width.length > MANY;
  return (isMuch ? FEW_SHAPES : SHAPES).map((share) => {
    const width = Math.sqrt((area * share * canvas.width) / canvas.height);
    return { width, height: area / width };
  });
}

function areaOf({ width, height }: Sizes, gap: number): number {
  return width.reduce((sum, w, i) => sum + (w + gap) * (height[i] + gap), 0);
}

function widestOf({ width }: Sizes): number {
  return width.reduce((most, w) => Math.max(most, w), 0);
}

function packShelves(
  { parts, isolated }: GroupItems,
  limit: number,
  blockLimit: number,
  inOrder: boolean,
): GroupWay {
  const isolatedShelves = planShelves(isolated.width, isolated.height, NODE_GAP, blockLimit);
  const { width, height } = withBlock({ parts, isolated }, isolatedShelves);
  const shelves = planShelves(width, height, PART_GAP, limit, inOrder);
  return { isolatedShelves, shelves, ...extentOf(shelves, width, height) };
}

function packColumns(items: GroupItems, most: number): GroupWay {
  const isolatedShelves = planColumn(items.isolated.height, NODE_GAP, most);
  const { width, height } = withBlock(items, isolatedShelves);
  const shelves = planColumn(height, PART_GAP, most);
  return { isolatedShelves, shelves, ...extentOf(shelves, width, height) };
}

/** The sizes of the parts and, if there are isolated nodes, of their block. */
function withBlock({ parts, isolated }: GroupItems, shelves: readonly Shelf[]): Sizes {
  if (isolated.width.length === 0) return parts;
  const block = fillShelves(shelves, isolated.width, isolated.height, NODE_GAP);
  return {
    width: Float64Array.of(...parts.width, block.width),
    height: Float64Array.of(...parts.height, block.height),
  };
}

function extentOf(shelves: readonly Shelf[], width: Float64Array, height: Float64Array): Extent {
  const placed = fillShelves(shelves, width, height, PART_GAP);
  return { width: placed.width, height: placed.height };
}

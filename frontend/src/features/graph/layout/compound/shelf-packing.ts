/**
 * Packing of rectangles on shelves, in two steps: which place on which shelf, and where that is.
 *
 * The first step sees the sizes of closed nodes only and is cached for good; the second sees real
 * sizes. So opening a scope pushes its neighbours along and never sends one to another place. A
 * shelf holds stacks side by side: what is low stands on top of what is low, beside what is high.
 */
export interface Placed {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: number;
  readonly height: number;
}

/** The rectangles of one shelf by index: stacks from left to right, each from its top down. */
export type Shelf = readonly (readonly number[])[];

/** A stack that is being filled. */
interface Stack {
  readonly items: number[];
  readonly width: number;
  height: number;
}

/**
 * Sorts rectangles onto shelves no wider than `limit`, in the order given. The first rectangle of a
 * shelf says how high it is. With `inOrder`, none stands left of one before it on its shelf.
 */
export function planShelves(
  width: Float64Array,
  height: Float64Array,
  gap: number,
  limit: number,
  inOrder = false,
): Shelf[] {
  const shelves: Stack[][] = [];
  let used = Number.POSITIVE_INFINITY;
  let tall = 0;
  for (let i = 0; i < width.length; i++) {
    const open = shelves.at(-1)?.slice(inOrder ? -1 : 0) ?? [];
    const stack = findStack(open, width[i], tall - gap - height[i]);
    if (stack) {
      stack.items.push(i);
      stack.height += gap + height[i];
      continue;
    }
    if (used + width[i] > limit) {
      shelves.push([]);
      used = 0;
      tall = 0;
    }
    shelves[shelves.length - 1].push({ items: [i], width: width[i], height: height[i] });
    used += width[i] + gap;
    tall = Math.max(tall, height[i]);
  }
  return shelves.map((stacks) => stacks.map(({ items }) => items));
}

/** One shelf with as few stacks of a height as hold all rectangles, in the order given. */
export function planColumn(height: Float64Array, gap: number, most: number): Shelf[] {
  const stacks: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (let i = 0; i < height.length; i++) {
    if (used + height[i] > most) {
      stacks.push([]);
      used = 0;
    }
    stacks[stacks.length - 1].push(i);
    used += height[i] + gap;
  }
  return stacks.length > 0 ? [stacks] : [];
}

/** The first stack that is wide enough and no higher than `most`. */
function findStack(stacks: readonly Stack[], width: number, most: number): Stack | undefined {
  return stacks.find((stack) => stack.width >= width && stack.height <= most);
}

/**
 * Places rectangles on their shelves; x and y are corners. The first shelf, and the first rectangle
 * of a stack, have the largest y where the flow runs upwards, else the smallest.
 */
export function fillShelves(
  shelves: readonly Shelf[],
  width: Float64Array,
  height: Float64Array,
  gap: number,
  isUpwards = true,
): Placed {
  const x = new Float64Array(width.length);
  const y = new Float64Array(width.length);
  let bottom = 0;
  let widest = 0;
  for (let s = shelves.length - 1; s >= 0; s--) {
    const tallest = shelves[s].reduce((most, stack) => {
      return Math.max(most, stackHeight(stack, height, gap));
    }, 0);
    let right = 0;
    for (const stack of shelves[s]) {
      let top = bottom + tallest;
      for (const i of stack) {
        x[i] = right;
        y[i] = top - height[i];
        top = y[i] - gap;
      }
      right += stack.reduce((most, i) => Math.max(most, width[i]), 0) + gap;
    }
    widest = Math.max(widest, right - gap);
    bottom += tallest + gap;
  }
  const total = Math.max(0, bottom - gap);
  const upside = isUpwards ? y : y.map((low, i) => total - low - height[i]);
  return { x, y: upside, width: widest, height: total };
}

function stackHeight(stack: readonly number[], height: Float64Array, gap: number): number {
  return stack.reduce((sum, i) => sum + height[i] + gap, -gap);
}

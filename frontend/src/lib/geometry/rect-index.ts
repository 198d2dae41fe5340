import type { Rect } from "./geometry";

/** Rectangles over more cells than this go to one list: few are so large, and each is tested. */
const MAX_CELLS = 64;
/** Cells either way, at most. */
const MAX_SIDE = 4096;

/**
 * Finds which of a fixed set of rectangles are near a point.
 *
 * There are as many cells as rectangles. They are made at the first search: a set without one costs
 * nothing.
 */
export class RectIndex<Item> {
  private cells: Cells | undefined;

  /** The id of an item is its place in the list. */
  constructor(
    private readonly items: readonly Item[],
    private readonly rectOf: (item: Item) => Rect,
  ) {}

  /** Ids of all rectangles that touch the one given, ascending. */
  near(area: Rect): number[] {
    this.cells ??= new Cells(this.items.map(this.rectOf));
    return this.cells.near(area);
  }
}

class Cells {
  private readonly bounds: Rect;
  private readonly cell: number;
  private readonly columns: number;
  private readonly rows: number;
  /** Per cell, where its ids begin in `ids`. */
  private readonly start: Int32Array;
  private readonly ids: Int32Array;
  private readonly large: number[] = [];
  /** Per rectangle, the last search that has seen it. */
  private readonly seen: Int32Array;
  private searches = 0;

  constructor(private readonly rects: readonly Rect[]) {
    this.bounds = boundsOf(rects);
    const { width, height } = this.bounds;
    const typical = Math.sqrt((width * height) / Math.max(1, rects.length));
    this.cell = Math.max(typical, width / MAX_SIDE, height / MAX_SIDE) || 1;
    this.columns = Math.floor(width / this.cell) + 1;
    this.rows = Math.floor(height / this.cell) + 1;
    this.start = new Int32Array(this.columns * this.rows + 1);
    this.seen = new Int32Array(rects.length);
    rects.forEach((rect, id) => {
      if (this.cellCount(rect) > MAX_CELLS) this.large.push(id);
      else this.forEachCell(rect, (at) => add(this.start, at + 1, 1));
    });
    for (let at = 1; at < this.start.length; at++)
      add(this.start, at, this.start[at - 1] as number);
    this.ids = new Int32Array(this.start[this.start.length - 1] as number);
    this.fill();
  }

  private fill(): void {
    const next = this.start.slice();
    this.rects.forEach((rect, id) => {
      if (this.cellCount(rect) > MAX_CELLS) return;
      this.forEachCell(rect, (at) => {
        this.ids[add(next, at, 1)] = id;
      });
    });
  }

  near(area: Rect): number[] {
    if (holds(area, this.bounds)) return [...this.rects.keys()];
    if (!touch(area, this.bounds)) return [];
    const search = ++this.searches;
    const found: number[] = [];
    const visit = (id: number): void => {
      if (this.seen[id] === search) return;
      this.seen[id] = search;
      if (touch(this.rects[id] as Rect, area)) found.push(id);
    };
    for (const id of this.large) visit(id);
    this.forEachCell(area, (at) => {
      const end = this.start[at + 1] as number;
      for (let i = this.start[at] as number; i < end; i++) visit(this.ids[i] as number);
    });
    return Array.from(Int32Array.from(found).sort());
  }

  private cellCount(rect: Rect): number {
    const { first, last, top, bottom } = this.spanOf(rect);
    return (last - first + 1) * (bottom - top + 1);
  }

  private forEachCell(rect: Rect, visit: (at: number) => void): void {
    const { first, last, top, bottom } = this.spanOf(rect);
    for (let c = first; c <= last; c++) {
      for (let r = top; r <= bottom; r++) visit(c * this.rows + r);
    }
  }

  /** Columns and rows that a rectangle has a part in, as far as there are any. */
  private spanOf({ x, y, width, height }: Rect): Span {
    const column = (at: number): number => within((at - this.bounds.x) / this.cell, this.columns);
    const row = (at: number): number => within((at - this.bounds.y) / this.cell, this.rows);
    return { first: column(x), last: column(x + width), top: row(y), bottom: row(y + height) };
  }
}

interface Span {
  readonly first: number;
  readonly last: number;
  readonly top: number;
  readonly bottom: number;
}

/** Adds to an entry and returns what it was before. */
function add(numbers: Int32Array, at: number, by: number): number {
  const before = numbers[at] as number;
  numbers[at] = before + by;
  return before;
}

function within(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(value)));
}

function boundsOf(rects: readonly Rect[]): Rect {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  if (rects.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function holds(outer: Rect, { x, y, width, height }: Rect): boolean {
  const [right, bottom] = [outer.x + outer.width, outer.y + outer.height];
  return outer.x <= x && outer.y <= y && right >= x + width && bottom >= y + height;
}

function touch(a: Rect, b: Rect): boolean {
  return (
    a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
  );
}

import type { Rect } from "./geometry";

/** Rectangles over more cells than this go to one list: few are so large, and each is tested. */
const MAX_CELLS = 256;
/** Cells are numbered `column * STRIDE + row`; exact up to 2^26 cells either way. */
const STRIDE = 2 ** 26;

/** Finds the rectangles near a place: a uniform grid of cells holding ids. */
export class RectGrid {
  private readonly cells = new Map<number, number[]>();
  private readonly large: number[] = [];
  private readonly rects: Rect[] = [];
  /** Per rectangle, the last search that has seen it. */
  private readonly seen: number[] = [];
  private searches = 0;

  /** `cellSize` should be about the size of a common rectangle. */
  constructor(private readonly cellSize: number) {}

  /** Takes a rectangle in and returns its id: how many were there before. */
  add(rect: Rect): number {
    const id = this.rects.length;
    this.rects.push(rect);
    this.seen.push(0);
    const { column, row, columns, rows } = this.spanOf(rect);
    if (columns * rows > MAX_CELLS) this.large.push(id);
    else {
      for (let c = column; c < column + columns; c++) {
        for (let r = row; r < row + rows; r++) this.cellAt(c * STRIDE + r).push(id);
      }
    }
    return id;
  }

  /** Whether `test` holds for a rectangle that touches the one given; each is tested once. */
  some(rect: Rect, test: (id: number) => boolean): boolean {
    const search = ++this.searches;
    const { column, row, columns, rows } = this.spanOf(rect);
    if (this.testIds(this.large, rect, search, test)) return true;
    if (columns * rows > this.cells.size) {
      for (const ids of this.cells.values()) {
        if (this.testIds(ids, rect, search, test)) return true;
      }
      return false;
    }
    for (let c = column; c < column + columns; c++) {
      for (let r = row; r < row + rows; r++) {
        const ids = this.cells.get(c * STRIDE + r);
        if (ids !== undefined && this.testIds(ids, rect, search, test)) return true;
      }
    }
    return false;
  }

  private testIds(
    ids: readonly number[],
    rect: Rect,
    search: number,
    test: (id: number) => boolean,
  ): boolean {
    for (const id of ids) {
      if (this.seen[id] === search) continue;
      this.seen[id] = search;
      if (touch(this.rects[id] as Rect, rect) && test(id)) return true;
    }
    return false;
  }

  private cellAt(cell: number): number[] {
    let ids = this.cells.get(cell);
    if (ids === undefined) {
      ids = [];
      this.cells.set(cell, ids);
    }
    return ids;
  }

  private spanOf(rect: Rect): { column: number; row: number; columns: number; rows: number } {
    const column = Math.floor(rect.x / this.cellSize);
    const row = Math.floor(rect.y / this.cellSize);
    return {
      column,
      row,
      columns: Math.floor((rect.x + rect.width) / this.cellSize) - column + 1,
      rows: Math.floor((rect.y + rect.height) / this.cellSize) - row + 1,
    };
  }
}

function touch(a: Rect, b: Rect): boolean {
  return (
    a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
  );
}

import type { Rect } from "./geometry";

/** Rectangles over more cells than this are kept in one list: few are, and all are asked. */
const MOST_CELLS = 256;
/** Cells are numbered `column * STRIDE + row`; exact up to 2^26 cells either way. */
const STRIDE = 2 ** 26;

/** Finds the rectangles near a place: a uniform grid of cells holding ids. */
export class RectGrid {
  private readonly cells = new Map<number, number[]>();
  private readonly rects = new Map<number, Rect>();
  private readonly large: number[] = [];

  /** `cellSize` should be about the size of a common rectangle. */
  constructor(private readonly cellSize: number) {}

  add(id: number, rect: Rect): void {
    this.rects.set(id, rect);
    const span = this.spanOf(rect);
    if (span.columns * span.rows > MOST_CELLS) this.large.push(id);
    else this.forEachCell(rect, (cell) => this.cellAt(cell).push(id));
  }

  /** Ids of all rectangles that touch the one given, each once, in the order they were added. */
  near(rect: Rect): number[] {
    const found = new Set(this.large.filter((id) => this.touches(id, rect)));
    const span = this.spanOf(rect);
    if (span.columns * span.rows > this.cells.size) {
      for (const id of this.rects.keys()) if (this.touches(id, rect)) found.add(id);
    } else {
      this.forEachCell(rect, (cell) => {
        for (const id of this.cells.get(cell) ?? []) if (this.touches(id, rect)) found.add(id);
      });
    }
    return [...found].sort((a, b) => a - b);
  }

  private touches(id: number, rect: Rect): boolean {
    const own = this.rects.get(id);
    return (
      own !== undefined &&
      own.x <= rect.x + rect.width &&
      rect.x <= own.x + own.width &&
      own.y <= rect.y + rect.height &&
      rect.y <= own.y + own.height
    );
  }

  private cellAt(cell: number): number[] {
    let ids = this.cells.get(cell);
    if (!ids) {
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

  private forEachCell(rect: Rect, visit: (cell: number) => void): void {
    const { column, row, columns, rows } = this.spanOf(rect);
    for (let c = column; c < column + columns; c++) {
      for (let r = row; r < row + rows; r++) visit(c * STRIDE + r);
    }
  }
}

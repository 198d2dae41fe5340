/** One plot of the matrix, on a canvas. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { commitHistory } from "../../../state/address/url-state";
import * as messages from "../messages";
import type { Axis } from "../model/axis";
import type { Column, SessionTable } from "../model/session-table";
import { tickTexts } from "../model/tick-texts";
import * as view from "../options/tab-options";

const PAD = 10;
const RADIUS = 3;
const REACH = 10;
const MIN_DRAG_PX = 4;
/** About the width of a letter of a tick, with its part of the gap to the next text. */
const LETTER_PX = 7;
/** Beside a plot. */
const UP_LETTERS = 11;

interface Side {
  readonly column: Column;
  readonly axis: Axis;
}

interface ScatterCellProps {
  readonly x: Side;
  readonly y: Side;
  readonly table: SessionTable;
  readonly passing: readonly boolean[];
  readonly colourOf: (row: number) => string;
  /** Repaints when it changes. */
  readonly theme: string;
  /** Whether it is the first of its row, which has the ticks of all. */
  readonly isFirst: boolean;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

type CellSize = Pick<ScatterCellProps, "width" | "height">;

function acrossPx(place: number, { width }: CellSize): number {
  return PAD + place * (width - 2 * PAD);
}

function upPx(place: number, { height }: CellSize): number {
  return height - PAD - place * (height - 2 * PAD);
}

function pointsOf(props: ScatterCellProps): Point[] {
  const { x, y, table } = props;
  return table.rows.flatMap((_, row) => {
    const across = x.axis.positionOf(x.column.cells[row] ?? null);
    const up = y.axis.positionOf(y.column.cells[row] ?? null);
    if (across === null || up === null) return [];
    return [{ row, x: acrossPx(across, props), y: upPx(up, props) }];
  });
}

/** A custom property holds a colour, which a canvas needs as a value. */
function plain(colour: string): string {
  const [, name] = /^var\((.*)\)$/.exec(colour) ?? [];
  if (name === undefined) return colour;
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function dot(context: CanvasRenderingContext2D, { x, y }: Point, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function paintGrid(context: CanvasRenderingContext2D, props: ScatterCellProps): void {
  const { x, y, width, height } = props;
  context.fillStyle = plain("var(--grid)");
  for (const { place } of x.axis.ticks) {
    context.fillRect(Math.round(acrossPx(place, props)), 0, 1, height);
  }
  for (const { place } of y.axis.ticks) {
    context.fillRect(0, Math.round(upPx(place, props)), width, 1);
  }
}

function paint(
  canvas: HTMLCanvasElement,
  points: readonly Point[],
  props: ScatterCellProps,
  pointedRun: string | null,
): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const ratio = devicePixelRatio;
  const { passing, colourOf, table, width, height } = props;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  context.scale(ratio, ratio);
  paintGrid(context, props);
  context.fillStyle = plain("var(--line-strong)");
  for (const point of points) if (!passing[point.row]) dot(context, point, RADIUS - 1);
  for (const point of points) {
    if (!passing[point.row]) continue;
    const isPointed = table.rows[point.row]?.run === pointedRun;
    context.fillStyle = plain(colourOf(point.row));
    dot(context, point, isPointed ? RADIUS + 3 : RADIUS);
  }
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

function cornerOf(input: PointerEvent): Corner {
  if (!(input.currentTarget instanceof Element)) return { x: 0, y: 0 };
  const { left, top } = input.currentTarget.getBoundingClientRect();
  return { x: input.clientX - left, y: input.clientY - top };
}

function placeAlong(at: number, size: number): number {
  return Math.max(0, Math.min(1, (at - PAD) / (size - 2 * PAD)));
}

/** Lets through what lies in the rectangle between two corners. */
function brush({ x, y, width, height }: ScatterCellProps, one: Corner, other: Corner): void {
  const across = [one.x, other.x].map((at) => placeAlong(at, width));
  const up = [one.y, other.y].map((at) => 1 - placeAlong(at, height));
  view.moveBrush(x.column.key, x.axis.covered(Math.min(...across), Math.max(...across)));
  if (y.column.key !== x.column.key) {
    view.moveBrush(y.column.key, y.axis.covered(Math.min(...up), Math.max(...up)));
  }
}

function nearest(points: readonly Point[], passing: readonly boolean[], at: Corner): Point | null {
  let best: Point | null = null;
  let least = REACH;
  for (const point of points) {
    const distance = Math.hypot(point.x - at.x, point.y - at.y);
    if (passing[point.row] && distance < least) {
      best = point;
      least = distance;
    }
  }
  return best;
}

function rectangleOf(one: Corner, other: Corner) {
  return {
    left: `${Math.min(one.x, other.x)}px`,
    top: `${Math.min(one.y, other.y)}px`,
    width: `${Math.abs(one.x - other.x)}px`,
    height: `${Math.abs(one.y - other.y)}px`,
  };
}

/** The outer ticks of a side, each where it stands. */
interface EndsProps {
  readonly side: Side;
  readonly along: "across" | "up";
  readonly size: CellSize;
}

function Ends({ side: { axis, column }, along, size }: EndsProps) {
  const first = axis.ticks[0];
  const last = axis.ticks.at(-1);
  const outer = [...new Set([first, last])].flatMap((tick) => tick ?? []);
  const apart = acrossPx(last?.place ?? 1, size) - acrossPx(first?.place ?? 0, size);
  const most = along === "across" && outer.length > 1 ? Math.abs(apart) / LETTER_PX : UP_LETTERS;
  const texts = tickTexts(outer, column, Math.floor(most));
  return (
    <>
      {outer.map((tick, nth) => {
        const at = along === "across" ? acrossPx(tick.place, size) : upPx(tick.place, size);
        const style = along === "across" ? { left: `${at}px` } : { top: `${at}px` };
        return (
          <span key={tick.place} class={`hparams-scatter-end ${along}`} style={style}>
            {texts[nth]}
          </span>
        );
      })}
    </>
  );
}

/** The rectangle under way, and what pointers do: point at a session, or drag a rectangle. */
function useRectangle(props: ScatterCellProps, points: readonly Point[]) {
  const { x, y, table, passing } = props;
  const start = useSignal<Corner | null>(null);
  const end = useSignal<Corner | null>(null);
  const point = (at: Corner): void => {
    const found = nearest(points, passing, at);
    view.pointedRun.value = found === null ? null : (table.rows[found.row]?.run ?? null);
  };
  const handlers = {
    onPointerDown: (input: PointerEvent) => {
      if (input.button !== 0 || !(input.currentTarget instanceof Element)) return;
      input.currentTarget.setPointerCapture(input.pointerId);
      start.value = cornerOf(input);
    },
    onPointerMove: (input: PointerEvent) => {
      const [from, at] = [start.value, cornerOf(input)];
      if (from === null) return point(at);
      if (end.value === null && Math.hypot(at.x - from.x, at.y - from.y) < MIN_DRAG_PX) return;
      end.value = at;
      brush(props, from, at);
    },
    onPointerUp: () => {
      if (end.value === null) for (const { column } of [x, y]) view.moveBrush(column.key, null);
      start.value = null;
      end.value = null;
      commitHistory();
    },
    onPointerLeave: () => {
      if (start.value === null) view.pointedRun.value = null;
    },
  };
  const [from, to] = [start.value, end.value];
  return { handlers, rectangle: from && to && rectangleOf(from, to) };
}

export function ScatterCell(props: ScatterCellProps) {
  const { x, y, isFirst, width, height } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const points = pointsOf(props);
  const pointed = view.pointedRun.value;
  const { handlers, rectangle } = useRectangle(props, points);
  useEffect(() => {
    if (canvas.current !== null) paint(canvas.current, points, props, pointed);
  });
  return (
    <div class="hparams-scatter-cell" {...handlers}>
      <canvas
        ref={canvas}
        style={{ width: `${width}px`, height: `${height}px` }}
        role="img"
        aria-label={messages.scatterLabel(y.column.title, x.column.title, points.length)}
      />
      {rectangle !== null && <span class="hparams-scatter-brush" style={rectangle} />}
      <Ends side={x} along="across" size={props} />
      {isFirst && <Ends side={y} along="up" size={props} />}
    </div>
  );
}

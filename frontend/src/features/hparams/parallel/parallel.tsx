/** Parallel coordinates: an axis for each column, a line across them for each session. */
import { useMemo } from "preact/hooks";
import { dashLengths } from "../../../lib/colour/line-dashes";
import { useViewport } from "../../../ui/lists/use-viewport";
import * as messages from "../messages";
import { axisOf } from "../model/axis";
import type { Column, SessionTable } from "../model/session-table";
import { titleShortener } from "../model/short-titles";
import * as view from "../options/tab-options";
import { rowColours, rowDashes } from "../sessions/row-colour";
import { AxisHeader } from "./axis-header";
import { AxisLines } from "./axis-lines";
import {
  areStaggered,
  axisGap,
  axisX,
  type DrawnAxis,
  HEAD_ROW_PX,
  missingY,
  rowPath,
  SIDE,
  tickLetters,
} from "./parallel-geometry";

const MIN_HEIGHT = 260;
const MAX_HEIGHT = 640;

function useAxes(columns: readonly Column[], width: number): readonly DrawnAxis[] {
  const gap = axisGap(width, columns.length);
  return columns.map((column, at) => ({
    column,
    axis: axisOf(column, view.scaleOf(column), view.flipped.value.has(column.key)),
    x: axisX(at, gap),
  }));
}

interface RowsProps {
  readonly table: SessionTable;
  readonly columns: readonly Column[];
  readonly axes: readonly DrawnAxis[];
  readonly passing: readonly boolean[];
  readonly height: number;
}

/** Of more lines than this, each is drawn the paler, so that where many run shows. */
const MAX_OPAQUE = 80;
const MIN_OPACITY = 0.2;

function opacityOf(lines: number): number {
  return Math.max(MIN_OPACITY, Math.min(1, MAX_OPAQUE / Math.max(1, lines)));
}

/** Rows that do not pass lie pale below the others; the one pointed at lies on top. */
function Rows({ table, columns, axes, passing, height }: RowsProps) {
  const paths = useMemo(
    () => table.rows.map((_, row) => rowPath(axes, row, height)),
    [table, axes, height],
  );
  const colourOf = rowColours(table, columns);
  const dashOf = rowDashes(table, columns);
  const lookOf = (row: number) => ({
    d: paths[row],
    style: { stroke: colourOf(row) },
    "stroke-dasharray": dashLengths(dashOf(row)).join(" "),
  });
  const rows = Array.from(table.rows.keys());
  const pointed = table.rows.findIndex(({ run }) => run === view.pointedRun.value);
  return (
    <>
      <g class="hparams-parallel-out">
        {rows
          .filter((row) => !passing[row])
          .map((row) => (
            <path key={row} d={paths[row]} />
          ))}
      </g>
      <g
        class={
          pointed >= 0 && passing[pointed] ? "hparams-parallel-in dimmed" : "hparams-parallel-in"
        }
        style={{ strokeOpacity: opacityOf(passing.filter(Boolean).length) }}
      >
        {rows
          .filter((row) => passing[row])
          .map((row) => (
            <path key={row} {...lookOf(row)} />
          ))}
      </g>
      <g class="hparams-parallel-hits">
        {rows
          .filter((row) => passing[row])
          .map((row) => (
            <path
              key={row}
              d={paths[row]}
              onPointerEnter={() => {
                view.pointedRun.value = table.rows[row]?.run ?? null;
              }}
            />
          ))}
      </g>
      {pointed >= 0 && passing[pointed] && (
        <path class="hparams-parallel-pointed" {...lookOf(pointed)} />
      )}
    </>
  );
}

function summaryOf(table: SessionTable, axes: readonly DrawnAxis[], passing: readonly boolean[]) {
  const shown = passing.filter(Boolean).length;
  const names = axes.map(({ column }) => column.title).join(", ");
  return messages.parallelLabel(shown, table.rows.length, names);
}

interface ParallelProps {
  readonly table: SessionTable;
  readonly columns: readonly Column[];
  readonly passing: readonly boolean[];
}

export function Parallel({ table, columns, passing }: ParallelProps) {
  const { element, viewport } = useViewport();
  const axes = useAxes(columns, viewport.width);
  const shorten = useMemo(() => titleShortener(columns), [columns]);
  const headsHeight = 12 + HEAD_ROW_PX * (areStaggered(axes) ? 2 : 1);
  const height = Math.max(MIN_HEIGHT, Math.min(MAX_HEIGHT, viewport.height - headsHeight - 12));
  const width = Math.max(viewport.width, (axes.at(-1)?.x ?? 0) + SIDE);
  return (
    <div class="hparams-parallel-scroller" ref={element}>
      {viewport.width > 0 && (
        <figure class="hparams-parallel" style={{ width: `${width}px` }}>
          <figcaption class="ui-visually-hidden">{summaryOf(table, axes, passing)}</figcaption>
          <div class="hparams-parallel-heads" style={{ height: `${headsHeight}px` }}>
            {axes.map((axis, at) => (
              <AxisHeader
                key={axis.column.key}
                axes={axes}
                at={at}
                short={shorten(axis.column)}
                table={table}
              />
            ))}
          </div>
          <svg
            width={width}
            height={height}
            role="presentation"
            onPointerLeave={() => {
              view.pointedRun.value = null;
            }}
          >
            <line
              class="hparams-parallel-missing"
              x1={0}
              x2={width}
              y1={missingY(height)}
              y2={missingY(height)}
            />
            <text class="hparams-parallel-tick" x={8} y={missingY(height) - 5}>
              {messages.noValue}
            </text>
            <Rows table={table} columns={columns} axes={axes} passing={passing} height={height} />
            {axes.map((axis) => (
              <AxisLines
                key={axis.column.key}
                drawn={axis}
                height={height}
                letters={tickLetters(axes)}
              />
            ))}
          </svg>
        </figure>
      )}
    </div>
  );
}

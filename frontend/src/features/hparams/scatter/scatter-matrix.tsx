import { appliedTheme } from "../../../state/base/theme";
import { useViewport } from "../../../ui/lists/use-viewport";
import * as messages from "../messages";
import { axisOf } from "../model/axis";
import type { Column, SessionTable } from "../model/session-table";
import { titleShortener } from "../model/short-titles";
import * as view from "../options/tab-options";
import { rowColours } from "../sessions/row-colour";
import { ScatterCell } from "./scatter-cell";
import { ScatterHead } from "./scatter-head";

const MAX_ACROSS = 10;
const MAX_DOWN = 6;

/* In CSS pixels, as in the style sheet. */
/** The margins of the matrix, and at the left its names and ticks. */
const BESIDE = 112;
const ABOVE = 76;
const GAP_ACROSS = 6;
const GAP_DOWN = 18;
const WIDTHS = { least: 92, most: 280 } as const;
const HEIGHTS = { least: 112, most: 240 } as const;

function between(size: number, { least, most }: typeof WIDTHS | typeof HEIGHTS): number {
  return Math.max(least, Math.min(most, Math.floor(size)));
}

/** Cells share the room that there is, and scroll where they would be too small to read. */
export function cellSize(
  room: { readonly width: number; readonly height: number },
  across: number,
  down: number,
): { readonly width: number; readonly height: number } {
  const width = between((room.width - BESIDE) / Math.max(1, across) - GAP_ACROSS, WIDTHS);
  const height = between((room.height - ABOVE) / Math.max(1, down) - GAP_DOWN, HEIGHTS);
  return { width, height };
}

interface ScatterMatrixProps {
  readonly table: SessionTable;
  readonly columns: readonly Column[];
  readonly passing: readonly boolean[];
}

function withAxis(column: Column) {
  const isFlipped = view.flipped.value.has(column.key);
  return { column, axis: axisOf(column, view.scaleOf(column), isFlipped) };
}

/** Metrics down the side; without any, all columns. */
function downOf(columns: readonly Column[]): readonly Column[] {
  const metrics = columns.filter(({ kind }) => kind === "metric");
  return (metrics.length > 0 ? metrics : columns).slice(0, MAX_DOWN);
}

export function ScatterMatrix({ table, columns, passing }: ScatterMatrixProps) {
  const across = columns.slice(0, MAX_ACROSS).map(withAxis);
  const down = downOf(columns).map(withAxis);
  const shorten = titleShortener(columns);
  const left = columns.length - across.length;
  const keys = columns.map(({ key }) => key);
  const colourOf = rowColours(table, columns);
  const { element, viewport } = useViewport();
  const size = cellSize(viewport, across.length, down.length);
  const names = { "--scatter-width": `${size.width}px`, "--scatter-height": `${size.height}px` };
  return (
    <section
      class="hparams-scatter-scroller"
      aria-label={messages.scatterPlotMatrix}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it to the last column
      tabIndex={0}
      ref={element}
      style={names}
    >
      <table class="hparams-scatter-matrix">
        <caption class="ui-visually-hidden">
          {messages.scatterCaption(table.rows.length, passing.filter(Boolean).length)}
        </caption>
        <thead>
          <tr>
            <td />
            {across.map(({ column }) => (
              <th key={column.key} scope="col">
                <ScatterHead column={column} keys={keys} title={shorten(column)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down.map((y) => (
            <tr key={y.column.key}>
              <th scope="row">
                <ScatterHead column={y.column} keys={keys} title={shorten(y.column)} />
              </th>
              {across.map((x, at) => (
                <td key={x.column.key}>
                  <ScatterCell
                    x={x}
                    y={y}
                    table={table}
                    passing={passing}
                    colourOf={colourOf}
                    theme={appliedTheme.value}
                    isFirst={at === 0}
                    {...size}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="hparams-note">{messages.moreColumns(left)}</p>}
    </section>
  );
}

import { appliedTheme } from "../../../state/base/theme";
import * as messages from "../messages";
import { axisOf } from "../model/axis";
import type { Column, SessionTable } from "../model/session-table";
import * as view from "../options/tab-options";
import { rowColours } from "../sessions/row-colour";
import { ScatterCell } from "./scatter-cell";

const MAX_ACROSS = 10;
const MAX_DOWN = 6;

interface ScatterMatrixProps {
  readonly table: SessionTable;
  readonly columns: readonly Column[];
  readonly passing: readonly boolean[];
}

function withAxis(column: Column) {
  const isFlipped = view.flipped.value.has(column.key);
  return { column, axis: axisOf(column, view.scaleOf(column.key), isFlipped) };
}

/** Metrics down the side; without any, all columns. */
function downOf(columns: readonly Column[]): readonly Column[] {
  const metrics = columns.filter(({ kind }) => kind === "metric");
  return (metrics.length > 0 ? metrics : columns).slice(0, MAX_DOWN);
}

export function ScatterMatrix({ table, columns, passing }: ScatterMatrixProps) {
  const across = columns.slice(0, MAX_ACROSS).map(withAxis);
  const down = downOf(columns).map(withAxis);
  const left = columns.length - across.length;
  return (
    <div class="hparams-scatter-scroller">
      <table class="hparams-scatter-matrix">
        <caption class="ui-visually-hidden">
          {messages.scatterCaption(table.rows.length, passing.filter(Boolean).length)}
        </caption>
        <thead>
          <tr>
            <td />
            {across.map(({ column }) => (
              <th key={column.key} scope="col" data-tooltip={column.title}>
                <span>{column.title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down.map((y) => (
            <tr key={y.column.key}>
              <th scope="row" data-tooltip={y.column.title}>
                <span>{y.column.title}</span>
              </th>
              {across.map((x, at) => (
                <td key={x.column.key}>
                  <ScatterCell
                    x={x}
                    y={y}
                    table={table}
                    passing={passing}
                    colourOf={rowColours(table)}
                    theme={appliedTheme.value}
                    isFirst={at === 0}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="hparams-note">{messages.moreColumns(left)}</p>}
    </div>
  );
}

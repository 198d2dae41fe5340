/** What a card draws, in numbers: for those who do not see it, and those who want to read it. */
import { useSignal } from "@preact/signals";
import type { XAxis } from "../../../api/scalars";
import type { Range } from "../../../chart/model/chart-line";
import { valueText } from "../../../lib/format/number";
import { Button } from "../../../ui/controls/button";
import { axisName, axisText } from "../lines/axis-text";
import type { CardLine } from "../lines/series-lines";
import * as messages from "../messages";
import { type DataRow, dataRows } from "./data-rows";
import "./data-table.css";

const ROWS_TO_A_PAGE = 100;

export interface DataTableProps {
  readonly lines: readonly CardLine[];
  readonly nameOf: (line: CardLine) => string;
  readonly axis: XAxis;
  /** The part of the axis in view; null for all of it. */
  readonly range: Range | null;
}

function Row({ row, axis }: { row: DataRow; axis: XAxis }) {
  return (
    <tr>
      <th scope="row">{axisText(axis, row.x)}</th>
      {row.values.map((value, at) => (
        <td key={at}>{value === null ? "" : valueText(value)}</td>
      ))}
    </tr>
  );
}

function whatRowsHold(lines: readonly CardLine[]): string {
  if (lines.some(({ group }) => group !== null)) return messages.meansOverRuns;
  const isBucketed = lines.some(({ buckets }) => buckets !== null);
  return isBucketed ? messages.meansOfBuckets : messages.asLogged;
}

export function DataTable({ lines, nameOf, axis, range }: DataTableProps) {
  const page = useSignal(0);
  const rows = dataRows(lines, range);
  const first = page.value * ROWS_TO_A_PAGE;
  const end = Math.min(rows.length, first + ROWS_TO_A_PAGE);
  return (
    <div class="scalar-data-table">
      <p>
        {whatRowsHold(lines)} {messages.rowRange(rows.length, first + 1, end)}
      </p>
      <div class="scalar-data-table-pages">
        <Button disabled={first === 0} onClick={() => page.value--}>
          {messages.previousRows}
        </Button>
        <Button disabled={end >= rows.length} onClick={() => page.value++}>
          {messages.nextRows}
        </Button>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{axisName(axis)}</th>
            {lines.map((line) => (
              <th key={line.key} scope="col" data-tooltip={nameOf(line)}>
                {nameOf(line)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(first, end).map((row, at) => (
            <Row key={first + at} row={row} axis={axis} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

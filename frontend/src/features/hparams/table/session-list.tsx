/** The sessions as a table that can be sorted. */
import { useRef } from "preact/hooks";
import { type ShortName, shortener } from "../../../lib/lists/shortener";
import { runColour } from "../../../state/runs/runs";
import { navigableRun, useListKeys } from "../../../state/shell/list-navigation";
import { Icon } from "../../../ui/controls/icon";
import { NameText } from "../../../ui/controls/name-text";
import { RunLabel } from "../../../ui/controls/run-label";
import * as messages from "../messages";
import { cellText } from "../model/cell-text";
import type { Column, Row, SessionTable } from "../model/session-table";
import { titleShortener } from "../model/short-titles";
import * as view from "../options/tab-options";
import { rowName } from "../sessions/row-name";
import { sortedRows } from "../sessions/sorted-rows";

/** More rows than this are no table to read; the brushes narrow it down. */
const MAX_ROWS = 1000;

interface SortHeaderProps {
  readonly column: string;
  readonly title: string;
  readonly short?: ShortName;
  readonly description?: string;
}

function SortHeader({ column, title, short, description = "" }: SortHeaderProps) {
  const now = view.sorting.value;
  const isSorted = now?.key === column;
  const order = now?.descending ? "descending" : "ascending";
  return (
    <button
      type="button"
      data-tooltip={`${messages.sortBy(title)}\n${description}`.trim()}
      onClick={() => view.sortBy(column)}
    >
      <NameText name={title} {...short} full={null} />
      {isSorted && <Icon name={order === "descending" ? "chevron-down" : "chevron-up"} size={13} />}
    </button>
  );
}

function ariaSort(key: string): "ascending" | "descending" | undefined {
  const now = view.sorting.value;
  if (now?.key !== key) return undefined;
  return now.descending ? "descending" : "ascending";
}

function HeaderRow({ columns, grouped }: { columns: readonly Column[]; grouped: boolean }) {
  const shorten = titleShortener(columns);
  return (
    <tr>
      <th
        scope="col"
        class="hparams-session-head hparams-session-name"
        aria-sort={ariaSort("name")}
      >
        <SortHeader column="name" title={messages.session} />
      </th>
      {grouped && (
        <th scope="col" class="hparams-session-head">
          {messages.group}
        </th>
      )}
      <th scope="col" class="hparams-session-head">
        {messages.status}
      </th>
      {columns.map(({ key, title, kind, type, description }) => (
        <th
          key={key}
          scope="col"
          class={type === "number" ? "hparams-session-head numeric" : "hparams-session-head"}
          aria-sort={ariaSort(key)}
        >
          <SortHeader column={key} short={shorten({ kind, title })} {...{ title, description }} />
        </th>
      ))}
    </tr>
  );
}

interface SessionRowProps {
  readonly row: Row;
  readonly name: ShortName;
  readonly at: number;
  readonly colour: string;
  readonly columns: readonly Column[];
  readonly grouped: boolean;
}

function SessionRow({ row, name, at, colour, columns, grouped }: SessionRowProps) {
  const isPointed = view.pointedRun.value === row.run;
  return (
    <tr
      class={isPointed ? "pointed" : undefined}
      {...navigableRun(row.run)}
      onFocus={() => {
        view.pointedRun.value = row.run;
      }}
      onPointerEnter={() => {
        view.pointedRun.value = row.run;
      }}
    >
      <th scope="row" class="hparams-session-name">
        <RunLabel {...name} full={row.name} colour={colour} />
      </th>
      {grouped && <td>{row.group || "–"}</td>}
      <td class={row.status === "failure" ? "failed" : undefined}>{row.status ?? "–"}</td>
      {columns.map((column) => (
        <td key={column.key} class={column.type === "number" ? "numeric" : undefined}>
          {cellText(column.cells[at] ?? null, column)}
        </td>
      ))}
    </tr>
  );
}

/** TensorFlow names a group for each set of values: it tells nothing until two sessions share one. */
function hasGroups({ rows }: SessionTable): boolean {
  const groups = rows.map(({ group }) => group).filter((group) => group !== "");
  return new Set(groups).size < groups.length;
}

interface SessionListProps {
  readonly table: SessionTable;
  readonly columns: readonly Column[];
  readonly passing: readonly boolean[];
}

export function SessionList({ table, columns, passing }: SessionListProps) {
  const list = useRef<HTMLTableSectionElement>(null);
  useListKeys(list, "session", "hparams");
  const rows = sortedRows(table, view.sorting.value).filter((row) => passing[row]);
  const grouped = hasGroups(table);
  const shorten = shortener(table.rows.map(rowName));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it to the last column
    <section class="hparams-session-scroller" aria-label={messages.table} tabIndex={0}>
      <table class="hparams-session-table">
        <caption class="ui-visually-hidden">
          {messages.tableCaption(rows.length, columns.length)}
        </caption>
        <thead>
          <HeaderRow columns={columns} grouped={grouped} />
        </thead>
        <tbody ref={list}>
          {rows.slice(0, MAX_ROWS).map((row) => (
            <SessionRow
              key={table.rows[row]?.run}
              row={table.rows[row] as Row}
              name={shorten(rowName(table.rows[row] as Row))}
              at={row}
              colour={runColour(table.rows[row]?.run ?? "")}
              columns={columns}
              grouped={grouped}
            />
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && (
        <p class="hparams-session-spacer">{messages.moreSessions(rows.length - MAX_ROWS)}</p>
      )}
    </section>
  );
}

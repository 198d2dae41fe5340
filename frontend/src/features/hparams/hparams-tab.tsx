/** Hyper-parameters and metrics of sessions, in four views that one filter holds for. */

import { useMemo } from "preact/hooks";
import { download } from "../../lib/browser/download";
import { type TableFormat, tableFile } from "../../lib/format/table";
import { runCount, select } from "../../state/runs/runs";
import { Button } from "../../ui/controls/button";
import { SegmentedControl } from "../../ui/controls/segmented-control";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ErrorState } from "../../ui/feedback/error-state";
import { Skeleton } from "../../ui/feedback/skeleton";
import { TabToolbar } from "../../ui/layout/tab-toolbar";
import { ToolbarOptions } from "../../ui/layout/toolbar-options";
import { MenuButton, MenuItem } from "../../ui/popover/menu-button";
import { ColourKey } from "./colour-key";
import { BrushChips } from "./filters/brush-chips";
import { ImportanceList } from "./importance/importance-list";
import * as messages from "./messages";
import { cellText } from "./model/cell-text";
import type { Column, Row, SessionTable, Summary } from "./model/session-table";
import { titleShortener } from "./model/short-titles";
import * as view from "./options/tab-options";
import { Parallel } from "./parallel/parallel";
import { ScatterMatrix } from "./scatter/scatter-matrix";
import { rowName } from "./sessions/row-name";
import {
  hparamsError,
  metricsError,
  passing,
  retryHparams,
  sessionCount,
  table as tableNow,
  useHparams,
} from "./sessions/sessions";
import { sortedRows } from "./sessions/sorted-rows";
import { ColumnChooser } from "./table/column-chooser";
import { SessionList } from "./table/session-list";
import "./hparams.css";

const FORMS = [
  { value: "table", text: messages.table },
  { value: "parallel", text: messages.parallel, tooltip: messages.parallelCoordinates },
  { value: "scatter", text: messages.scatter, tooltip: messages.scatterPlotMatrix },
  {
    value: "importance",
    text: messages.importance,
    tooltip: messages.rankCorrelationWithEachMetric,
  },
] as const;

const SUMMARIES: readonly { value: Summary; text: string }[] = [
  { value: "last", text: messages.last },
  { value: "min", text: messages.min },
  { value: "max", text: messages.max },
];

const FORMATS: readonly { format: TableFormat; name: string; suffix: string }[] = [
  { format: "csv", name: "CSV", suffix: "csv" },
  { format: "json", name: "JSON", suffix: "json" },
  { format: "latex", name: "LaTeX", suffix: "tex" },
];

interface ShownProps {
  readonly table: SessionTable;
  readonly columns: readonly Column[];
}

/** What is on the page: the columns shown, the rows let through, in their order. */
function save({ table, columns }: ShownProps, format: TableFormat, suffix: string): void {
  const rows = sortedRows(table, view.sorting.peek()).filter((row) => passing.peek()[row]);
  const content = tableFile(
    {
      columns: ["session", "status", ...columns.map(({ title }) => title)],
      rows: rows.map((row) => [
        table.rows[row]?.name ?? "",
        table.rows[row]?.status ?? null,
        ...columns.map(({ cells }) => cells[row] ?? null),
      ]),
    },
    format,
  );
  download(new Blob([content], { type: "text/plain;charset=utf-8" }), `hparams.${suffix}`);
}

function Download(props: ShownProps) {
  return (
    <MenuButton icon="download" label={messages.download} shortcut="e" exports="tab">
      {FORMATS.map(({ format, name, suffix }) => (
        <MenuItem key={format} onChoose={() => save(props, format, suffix)}>
          {name}
        </MenuItem>
      ))}
    </MenuButton>
  );
}

function Choice<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly text: string }[];
  readonly onChange: (value: T) => void;
}) {
  const { label, value, choices, onChange } = props;
  return (
    <label class="hparams-choice">
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as T)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Count({ table }: { table: SessionTable }) {
  const through = passing.value.filter(Boolean).length;
  const all = table.rows.length;
  const text =
    through === all ? messages.sessionCount(all) : messages.matchingSessions(through, all);
  return (
    <span class="hparams-count" role="status">
      {text}
    </span>
  );
}

function Toolbar(props: ShownProps) {
  const { table, columns } = props;
  const shorten = useMemo(() => titleShortener(table.columns), [table.columns]);
  return (
    <TabToolbar label={messages.hyperParameters}>
      <SegmentedControl
        label={messages.view}
        value={view.form.value}
        choices={FORMS}
        onChange={view.setForm}
      />
      <Count table={table} />
      <ToolbarOptions>
        <Choice
          label={messages.metricsLabel}
          value={view.summary.value}
          choices={SUMMARIES}
          onChange={view.setSummary}
        />
        {isDrawn() && (
          <Choice
            label={messages.colourLabel}
            value={view.colourKey(columns)}
            choices={[
              { value: view.RUN_COLOURS, text: messages.run },
              ...table.columns.map((column) => ({ value: column.key, text: shorten(column).name })),
            ]}
            onChange={view.colourBy}
          />
        )}
        <ColumnChooser table={table} shown={columns} />
      </ToolbarOptions>
      <Download {...props} />
    </TabToolbar>
  );
}

/** What the row pointed at holds, where it covers nothing. */
function Readout({ table, columns }: ShownProps) {
  const row = table.rows.findIndex(({ run }) => run === view.pointedRun.value);
  const shorten = useMemo(() => titleShortener(columns), [columns]);
  return (
    <p class="hparams-readout">
      {row < 0 ? (
        <span class="hparams-hint">{messages.readoutHint}</span>
      ) : (
        <>
          <b>{rowName(table.rows[row] as Row)}</b>
          {columns.map((column) => (
            <span key={column.key}>
              {shorten(column).name} <b>{cellText(column.cells[row] ?? null, column)}</b>
            </span>
          ))}
        </>
      )}
    </p>
  );
}

function View(props: ShownProps) {
  const through = passing.value;
  switch (view.form.value) {
    case "table":
      return <SessionList {...props} passing={through} />;
    case "parallel":
      return <Parallel {...props} passing={through} />;
    case "scatter":
      return <ScatterMatrix {...props} passing={through} />;
    case "importance":
      return <ImportanceList columns={props.columns} passing={through} />;
  }
}

/** Whether sessions are lines or points, which have colours and are filtered by a drag. */
function isDrawn(): boolean {
  return view.form.value === "parallel" || view.form.value === "scatter";
}

/** How to set a filter; null in views that set none. */
function brushHint(): string | null {
  if (view.form.value === "parallel") return messages.axisHint;
  if (view.form.value === "scatter") return messages.scatterHint;
  return null;
}

function NoRows() {
  return (
    <EmptyState title={messages.noVisibleRun}>
      <p>{messages.noVisibleRunDetail(sessionCount.value)}</p>
      <Button look="primary" onClick={() => select({ kind: "all" })}>
        {messages.showAllRuns(runCount.value)}
      </Button>
    </EmptyState>
  );
}

function Sessions({ table }: { table: SessionTable }) {
  const columns = view.shownColumns(table);
  const props = { table, columns };
  return (
    <div class="ui-tab-column">
      <Toolbar {...props} />
      <BrushChips columns={table.columns} hint={brushHint()}>
        {isDrawn() && <ColourKey {...props} />}
      </BrushChips>
      {metricsError.value !== null && (
        <ErrorState title={messages.metricsFailed} error={metricsError.value} />
      )}
      {table.rows.length === 0 ? <NoRows /> : <View {...props} />}
      {table.rows.length > 0 && isDrawn() && <Readout {...props} />}
    </div>
  );
}

export function HparamsTab() {
  useHparams();
  const table = tableNow.value;
  if (table !== null) return <Sessions table={table} />;
  if (hparamsError.value === null) return <Skeleton text={messages.loading} />;
  return (
    <ErrorState title={messages.loadFailed} error={hparamsError.value} onRetry={retryHparams} />
  );
}

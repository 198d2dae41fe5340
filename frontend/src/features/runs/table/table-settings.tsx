/** How the table is grouped and sorted, and which columns it has. */
import { signal } from "@preact/signals";
import { parseTextFilter } from "../../../lib/filter/text-filter";
import { notifies } from "../../../state/base/notifications";
import {
  findColumn,
  metricColumn,
  RUN_COLUMNS,
  type RunColumn,
  statName,
} from "../../../state/runs/run-columns";
import { METRIC_STATS, scalarTags } from "../../../state/runs/run-metrics";
import {
  columnIds,
  groupId,
  resetColumns,
  setColumns,
  setGroup,
  setSort,
  sort,
  toggleColumn,
} from "../../../state/runs/run-table";
import { canNotify, toggleNotifications } from "../../../state/shell/notification-switch";
import { Button } from "../../../ui/controls/button";
import { SearchField } from "../../../ui/controls/search-field";
import * as messages from "../messages";
import { groupableColumns, hparamColumns, listedColumns } from "../rows/listed-columns";
import { isTree, toggleTree } from "../rows/table-rows";
import "./table-settings.css";

/** More tags than this are found by the filter. */
const MAX_TAGS = 40;

/** By kinds of columns; those of every log need none. */
const HEADINGS: Readonly<Partial<Record<RunColumn["kind"], string>>> = {
  hparam: messages.hyperParameters,
  metric: messages.metrics,
};

function Options({ columns }: { readonly columns: readonly RunColumn[] }) {
  return (
    <>
      {columns.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </>
  );
}

function Choice({
  label,
  value,
  none,
  columns,
  onChange,
}: {
  label: string;
  value: string;
  none: string;
  columns: readonly RunColumn[];
  onChange: (id: string) => void;
}) {
  return (
    <label class="run-table-column">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{none}</option>
        <Options columns={columns.filter(({ kind }) => !(kind in HEADINGS))} />
        {Object.entries(HEADINGS).map(([kind, heading]) => {
          const below = columns.filter((column) => column.kind === kind);
          return (
            below.length > 0 && (
              <optgroup key={kind} label={heading}>
                <Options columns={below} />
              </optgroup>
            )
          );
        })}
      </select>
    </label>
  );
}

function Order() {
  const sorted = sort.value;
  const id = sorted.id ?? "";
  const choose = (next: string) => {
    if (next === "") setSort(null, false);
    else setSort(next, findColumn(next)?.isDescending ?? false);
  };
  return (
    <div class="run-table-order">
      <Choice
        label={messages.groupBy}
        value={groupId.value}
        none={messages.noGrouping}
        columns={groupableColumns.value}
        onChange={setGroup}
      />
      <Choice
        label={messages.sortBy}
        value={id}
        none={messages.newestFirst}
        columns={listedColumns(id)}
        onChange={choose}
      />
      <label class="run-table-check">
        <input type="checkbox" checked={isTree.value} onChange={toggleTree} />
        {messages.groupByDirectory}
      </label>
    </div>
  );
}

function ColumnCheck({ column }: { readonly column: RunColumn }) {
  return (
    <label class="run-table-check" data-tooltip={column.label}>
      <input
        type="checkbox"
        checked={columnIds.value.includes(column.id)}
        onChange={() => toggleColumn(column.id)}
      />
      <span>{column.title}</span>
    </label>
  );
}

function Checks({ title, columns }: { title: string; columns: readonly RunColumn[] }) {
  if (columns.length === 0) return null;
  return (
    <fieldset class="run-column-checks">
      <legend>{title}</legend>
      {columns.map((column) => (
        <ColumnCheck key={column.id} column={column} />
      ))}
    </fieldset>
  );
}

const tagFilter = signal("");

function MetricRow({ tag }: { readonly tag: string }) {
  return (
    <li>
      <span class="run-metric-tag" data-tooltip={tag}>
        {tag}
      </span>
      {METRIC_STATS.map((stat) => {
        const { id } = metricColumn(tag, stat);
        return (
          <button
            key={stat}
            type="button"
            class="run-stat-toggle"
            aria-pressed={columnIds.value.includes(id)}
            aria-label={messages.statOfTag(stat, tag)}
            data-tooltip={statName(tag, stat)}
            onClick={() => toggleColumn(id)}
          >
            {stat}
          </button>
        );
      })}
    </li>
  );
}

function Metrics() {
  const tags = scalarTags.value;
  if (tags === null || tags.length === 0) return null;
  const { matches, error } = parseTextFilter(tagFilter.value);
  const found = tags.filter(({ tag }) => matches(tag));
  return (
    <fieldset class="run-column-checks metrics">
      <legend>{messages.metrics}</legend>
      {tags.length > 8 && (
        <SearchField
          label={messages.filterMetrics}
          placeholder={messages.filterMetrics}
          value={tagFilter.value}
          error={error}
          onInput={(text) => {
            tagFilter.value = text;
          }}
        />
      )}
      <ul>
        {found.slice(0, MAX_TAGS).map(({ tag }) => (
          <MetricRow key={tag} tag={tag} />
        ))}
      </ul>
      {found.length > MAX_TAGS && <p>{messages.moreMetrics(found.length - MAX_TAGS)}</p>}
    </fieldset>
  );
}

function showDiffering(): void {
  const ids = hparamColumns.peek().differing.map(({ id }) => id);
  setColumns([...columnIds.peek().filter((id) => !ids.includes(id)), ...ids]);
}

function NotificationCheck() {
  const toggle = async ({ currentTarget: box }: { currentTarget: HTMLInputElement }) => {
    await toggleNotifications();
    // Where the browser refuses, nothing has changed that would draw it anew.
    box.checked = notifies.peek();
  };
  return (
    <label class="run-table-check">
      <input type="checkbox" checked={notifies.value} onChange={toggle} />
      {messages.notifyOfRuns}
    </label>
  );
}

export function TableSettings() {
  const { differing, same } = hparamColumns.value;
  return (
    <section class="run-table-settings" aria-label={messages.settingsLabel}>
      <Order />
      <Checks title={messages.runs} columns={RUN_COLUMNS} />
      <Checks title={messages.differingHparams} columns={differing} />
      <Checks title={messages.sameHparams} columns={same} />
      <Metrics />
      {canNotify && <NotificationCheck />}
      <div class="run-table-buttons">
        {differing.length > 0 && <Button onClick={showDiffering}>{messages.showDiffering}</Button>}
        <Button look="quiet" onClick={resetColumns}>
          {messages.resetColumns}
        </Button>
      </div>
    </section>
  );
}

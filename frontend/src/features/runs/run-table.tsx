/** The run table: which runs there are, which are shown, and how each is doing. */
import { useRef } from "preact/hooks";
import { counted, countText } from "../../lib/number-text";
import { runTableForm, toggleRunTable } from "../../state/panels";
import { DEFAULT_SELECTION } from "../../state/run-selection";
import { runs, select, selection, shownNames } from "../../state/runs";
import { useShortcuts } from "../../state/shortcuts";
import { Button, IconButton } from "../../ui/button";
import { FilterBox } from "../../ui/filter-box";
import { WindowedList } from "../../ui/windowed-list";
import { RunRail } from "./run-rail";
import { RunRow } from "./run-row";
import * as view from "./view";
import "./run-table.css";

const ROW_PX = 30;

function ShownCount() {
  const shown = shownNames.value.size;
  const total = runs.value.length;
  return (
    <p class="run-count" aria-live="polite">
      {shown === total
        ? `all ${countText(total)} shown`
        : `showing ${countText(shown)} of ${countText(total)}`}
      {shown < total && (
        <button type="button" class="link" onClick={() => select({ kind: "all" })}>
          show all
        </button>
      )}
    </p>
  );
}

function Actions() {
  const isDefault = selection.value.kind === "newest";
  return (
    <div class="run-actions">
      <Button look="quiet" onClick={() => view.showAll(true)}>
        All
      </Button>
      <Button look="quiet" onClick={() => view.showAll(false)}>
        None
      </Button>
      <Button look="quiet" disabled={isDefault} onClick={() => select(DEFAULT_SELECTION)}>
        Newest 10
      </Button>
    </div>
  );
}

function NewRuns() {
  const count = view.newRuns.value.length;
  if (count === 0) return null;
  return (
    <div class="new-runs" role="status">
      {counted(count, "new run")}
      <button type="button" class="link" onClick={view.showNewRuns}>
        show
      </button>
    </div>
  );
}

function NoMatch() {
  return (
    <div class="no-match">
      <p>0 of {countText(runs.value.length)} match</p>
      <Button
        onClick={() => {
          view.filterText.value = "";
        }}
      >
        Clear the filter
      </Button>
    </div>
  );
}

function Rows() {
  const rows = view.rows.value;
  if (rows.length === 0 && runs.value.length > 0) return <NoMatch />;
  return (
    <WindowedList
      rows={rows.length}
      rowHeight={ROW_PX}
      label="Runs, newest first"
      rowKey={(index) => rows[index]?.id ?? ""}
      row={(index) => {
        const run = rows[index];
        return run && <RunRow run={run} />;
      }}
    />
  );
}

function CloseButton() {
  return runTableForm.value === "sheet" ? (
    <IconButton icon="close" label="Close the run table" onClick={toggleRunTable} />
  ) : (
    <IconButton
      icon="panel-left"
      label="Collapse the run table"
      shortcut="["
      onClick={toggleRunTable}
    />
  );
}

function FullTable() {
  const filterInput = useRef<HTMLInputElement>(null);
  useShortcuts([
    {
      keys: "r",
      label: "Filter runs",
      group: "Runs",
      run: () => filterInput.current?.focus(),
    },
  ]);
  return (
    <>
      <header class="run-header">
        <h2>Runs</h2>
        <ShownCount />
        <CloseButton />
      </header>
      <div class="run-tools">
        <FilterBox
          label="Filter runs by name"
          placeholder="Filter: text or /regex/"
          value={view.filterText.value}
          error={view.filter.value.error}
          inputRef={filterInput}
          onInput={(text) => {
            view.filterText.value = text;
          }}
        />
        <Actions />
      </div>
      <NewRuns />
      <Rows />
    </>
  );
}

export function RunTable() {
  return (
    <section class="run-table" aria-label="Runs">
      {runTableForm.value === "rail" ? <RunRail /> : <FullTable />}
    </section>
  );
}

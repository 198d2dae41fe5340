/** The collapsed run table: a colour for each run. */
import { toggleRunTable } from "../../state/panels";
import { shownNames } from "../../state/runs";
import { IconButton } from "../../ui/button";
import { WindowedList } from "../../ui/windowed-list";
import { RunSwatch } from "./run-swatch";
import * as view from "./view";

const ROW_PX = 24;

export function RunRail() {
  const rows = view.rows.value;
  return (
    <>
      <header class="run-rail-header">
        <IconButton
          icon="panel-left"
          label="Open the run table"
          shortcut="["
          onClick={toggleRunTable}
        />
      </header>
      <WindowedList
        rows={rows.length}
        rowHeight={ROW_PX}
        label="Runs, newest first"
        rowKey={(index) => rows[index]?.id ?? ""}
        row={(index) => {
          const run = rows[index];
          return run && <RunSwatch run={run} shown={shownNames.value.has(run.name)} />;
        }}
      />
    </>
  );
}

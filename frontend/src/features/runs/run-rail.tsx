/** The collapsed run table: a colour for each training. */
import { toggleRunTable } from "../../state/panels";
import { IconButton } from "../../ui/button";
import { WindowedList } from "../../ui/windowed-list";
import { isOne } from "./run-actions";
import { RowSwatch } from "./run-swatch";
import { rowLabel, rows } from "./view";

const ROW_PX = 24;

export function RunRail() {
  const ones = rows.value.filter(isOne);
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
        rows={ones.length}
        rowHeight={ROW_PX}
        label="Runs"
        rowKey={(index) => ones[index]?.key ?? ""}
        row={(index) => {
          const row = ones[index];
          return (
            row && (
              <div title={rowLabel(row)}>
                <RowSwatch runs={row.runs} label={rowLabel(row)} />
              </div>
            )
          );
        }}
      />
    </>
  );
}

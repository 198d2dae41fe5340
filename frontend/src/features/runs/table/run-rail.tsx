/** The collapsed run table: a colour for each experiment. */
import { toggleRunTable } from "../../../state/shell/panels";
import { IconButton } from "../../../ui/controls/button";
import { VirtualList } from "../../../ui/lists/virtual-list";
import { isOne } from "../actions/run-actions";
import * as messages from "../messages";
import { rowLabel, rows } from "../rows/table-rows";
import { RowSwatch } from "./run-swatch";

const ROW_PX = 24;

export function RunRail() {
  const ones = rows.value.filter(isOne);
  return (
    <>
      <header class="run-rail-header">
        <IconButton
          icon="panel-left"
          label={messages.openRunTable}
          shortcut="["
          onClick={toggleRunTable}
        />
      </header>
      <VirtualList
        rows={ones.length}
        rowHeight={ROW_PX}
        label={messages.runs}
        rowKey={(index) => ones[index]?.key ?? ""}
        row={(index) => {
          const row = ones[index];
          return (
            row && (
              <div data-tooltip={rowLabel(row)}>
                <RowSwatch runs={row.runs} label={rowLabel(row)} />
              </div>
            )
          );
        }}
      />
    </>
  );
}

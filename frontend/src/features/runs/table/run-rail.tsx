/** The collapsed run table: a colour for each experiment. */
import { emphasises } from "../../../state/runs/emphasis";
import { toggleRunTable } from "../../../state/shell/panels";
import { IconButton } from "../../../ui/controls/button";
import { VirtualList } from "../../../ui/lists/virtual-list";
import { isOne } from "../actions/run-actions";
import { isOnShow } from "../actions/run-graph";
import * as messages from "../messages";
import { reachedKey, rowLabel, rows } from "../rows/table-rows";
import { RowSwatch } from "./run-swatch";

const ROW_PX = 24;

/** Up and Down go through the experiments, which are one stop of the Tab key. */
function handleKey(press: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[press.key];
  if (step === undefined || !(press.currentTarget instanceof HTMLElement)) return;
  const boxes = [...press.currentTarget.querySelectorAll("input")];
  boxes[boxes.indexOf(press.target as HTMLInputElement) + step]?.focus();
  press.preventDefault();
}

export function RunRail() {
  const ones = rows.value.filter(isOne);
  const reached = ones.find(({ key }) => key === reachedKey.value) ?? ones[0];
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the checkboxes in it are operated */}
      <div class="run-rail-rows" onKeyDown={handleKey}>
        <VirtualList
          rows={ones.length}
          rowHeight={ROW_PX}
          label={messages.runs}
          rowKey={(index) => ones[index]?.key ?? ""}
          row={(index) => {
            const row = ones[index];
            return (
              row && (
                <div
                  class={isOnShow(row) ? "run-rail-row on-show" : "run-rail-row"}
                  data-tooltip={rowLabel(row)}
                  {...emphasises(row.runs.map(({ id }) => id))}
                  onFocusIn={() => {
                    reachedKey.value = row.key;
                  }}
                >
                  <RowSwatch runs={row.runs} label={rowLabel(row)} isTabStop={row === reached} />
                </div>
              )
            );
          }}
        />
      </div>
    </>
  );
}

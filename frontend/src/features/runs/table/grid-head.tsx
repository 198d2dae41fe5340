import { type ShortName, shortener } from "../../../lib/lists/shortener";
import type { RunColumn } from "../../../state/runs/run-columns";
import { columns, cycleSort, sort } from "../../../state/runs/run-table";
import { uncheckedRuns } from "../../../state/runs/warning-counts";
import { Icon } from "../../../ui/controls/icon";
import { NameText } from "../../../ui/controls/name-text";
import * as messages from "../messages";
import { resize, widthOf } from "../rows/column-widths";

const KEY_STEP_PX = 10;

/** As it is drawn: it may be wider than it has to be. */
function drawnWidth(handle: EventTarget | null, column: RunColumn): number {
  const drawn = handle instanceof HTMLElement ? handle.parentElement?.offsetWidth : 0;
  return drawn || widthOf(column);
}

function startDrag(press: PointerEvent, column: RunColumn): void {
  const handle = press.currentTarget;
  if (!(handle instanceof HTMLElement)) return;
  press.preventDefault();
  const from = drawnWidth(handle, column) - press.clientX;
  handle.setPointerCapture(press.pointerId);
  const move = (drag: PointerEvent) => resize(column.id, from + drag.clientX);
  const stopping = new AbortController();
  handle.addEventListener("pointermove", move, { signal: stopping.signal });
  handle.addEventListener("lostpointercapture", () => stopping.abort(), { once: true });
}

function handleArrow(press: KeyboardEvent, column: RunColumn): void {
  const step = { ArrowLeft: -KEY_STEP_PX, ArrowRight: KEY_STEP_PX }[press.key];
  if (step === undefined) return;
  press.preventDefault();
  press.stopPropagation();
  resize(column.id, drawnWidth(press.currentTarget, column) + step);
}

function Edge({ column }: { readonly column: RunColumn }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged or focused.
    <div
      class="run-column-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={messages.columnWidth(column.label)}
      aria-valuenow={widthOf(column)}
      onPointerDown={(press) => startDrag(press, column)}
      onKeyDown={(press) => handleArrow(press, column)}
    />
  );
}

interface HeadCellProps {
  readonly id: string;
  readonly title: ShortName;
  readonly label: string;
  readonly column?: RunColumn;
}

function HeadCell({ id, title, label, column }: HeadCellProps) {
  const isSorted = sort.value.id === id;
  const unchecked = id === "warnings" ? uncheckedRuns.value : 0;
  const unknown = unchecked > 0 ? messages.uncheckedRuns(unchecked) : "";
  const order = sort.value.isDescending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      class={column?.isNumeric ? "run-cell run-head-cell number" : "run-cell run-head-cell"}
      aria-sort={isSorted ? order : undefined}
    >
      <button
        type="button"
        data-tooltip={
          unknown === "" ? messages.sortColumn(label) : messages.sortColumnWithNote(label, unknown)
        }
        onClick={() => cycleSort(id)}
      >
        <span class="run-cell-text">
          <NameText {...title} full={null} />
          {unknown !== "" && <small>{` (${unknown})`}</small>}
        </span>
        {isSorted && (
          <Icon name={sort.value.isDescending ? "chevron-down" : "chevron-up"} size={12} />
        )}
      </button>
      {column !== undefined && <Edge column={column} />}
    </th>
  );
}

const alone = shortener([]);

export function GridHead() {
  const shorten = shortener(columns.value.map(({ title }) => title));
  return (
    <thead>
      <tr class="run-grid-head" aria-rowindex={1}>
        <HeadCell id="name" title={alone(messages.name)} label={messages.name} />
        {columns.value.map((column) => (
          <HeadCell
            key={column.id}
            id={column.id}
            title={shorten(column.title)}
            label={column.label}
            column={column}
          />
        ))}
      </tr>
    </thead>
  );
}

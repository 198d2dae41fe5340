/** The run table as a file: a row for each experiment that passes the filter, with its columns. */
import { grouped } from "../../../lib/algorithms/group-by";
import type { FilterValue } from "../../../lib/filter/match-filter";
import type { FileTable, TableCell } from "../../../lib/format/table";
import { experimentValue } from "../../../state/runs/experiment-value";
import { marks } from "../../../state/runs/run-annotations";
import type { RunColumn } from "../../../state/runs/run-columns";
import { columns } from "../../../state/runs/run-table";
import { experimentOf, rootName } from "../../../state/runs/runs";
import * as messages from "../messages";
import { filteredRuns, rowOrder } from "./table-rows";

/** Columns whose numbers are seconds since the epoch; a file has the date. */
const DATES: ReadonlySet<string> = new Set(["started"]);
const IN_SECONDS: ReadonlySet<string> = new Set(["age", "duration"]);

function cellOf({ id }: RunColumn, value: FilterValue): TableCell {
  if (typeof value === "object" && value !== null) return value.join(", ");
  if (typeof value === "number" && DATES.has(id)) return new Date(value * 1000).toISOString();
  return value === "" ? null : value;
}

export function runTableFile(): FileTable {
  const chosen = columns.value;
  const experiments = grouped(filteredRuns.value, ({ name }) => experimentOf(name).name);
  const order = rowOrder.value;
  const sorted = [...experiments];
  if (order !== null) sorted.sort(([, one], [, other]) => order(one, other));
  const titleOf = ({ id, title }: RunColumn) =>
    IN_SECONDS.has(id) ? messages.inSeconds(title) : title;
  return {
    columns: [messages.name, ...chosen.map(titleOf)],
    rows: sorted.map(([name, runs]) => [
      marks.value.get(name)?.name ?? (name === "." ? rootName : name),
      ...chosen.map((column) => cellOf(column, experimentValue(runs, column))),
    ]),
  };
}

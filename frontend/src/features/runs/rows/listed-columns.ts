/** The columns that the settings of the table offer. */
import { computed, type ReadonlySignal } from "@preact/signals";
import {
  findColumn,
  hparamColumn,
  RUN_COLUMNS,
  type RunColumn,
} from "../../../state/runs/run-columns";
import { groupingHparams, hparamNames } from "../../../state/runs/run-hparams";
import { columnIds, groupId } from "../../../state/runs/run-table";

/** What changes all the time, or differs for each run, makes no groups. */
const NO_GROUPS: ReadonlySet<string> = new Set(["age", "note"]);

/** Of the runs shown, those that differ, and the others. */
export const hparamColumns = computed(() => {
  const { differing, same } = hparamNames.value;
  return { differing: differing.map(hparamColumn), same: same.map(hparamColumn) };
});

/** The columns that can be chosen from a list: metrics only where the table has them. */
export function listedColumns(chosen: string): readonly RunColumn[] {
  const { differing, same } = hparamColumns.value;
  const fixed = [...RUN_COLUMNS, ...differing, ...same];
  const known = new Set(fixed.map(({ id }) => id));
  const metrics = [...columnIds.value, chosen].filter((id) => id !== "" && !known.has(id));
  return [...fixed, ...[...new Set(metrics)].flatMap((id) => findColumn(id) ?? [])];
}

/** Those that runs can be grouped by: a configuration has hundreds of names with one value. */
export const groupableColumns: ReadonlySignal<readonly RunColumn[]> = computed(() => {
  const grouping = new Set([...groupingHparams.value].map((name) => hparamColumn(name).id));
  return listedColumns(groupId.value).filter(
    ({ id, kind }) =>
      id === groupId.value || (!NO_GROUPS.has(id) && (kind !== "hparam" || grouping.has(id))),
  );
});

/** Keeps the marks of changes on all charts current; draws nothing itself. */
import { useEffect, useMemo } from "preact/hooks";
import { getChanges } from "../../../api/changes";
import { baseline, shownRuns } from "../../../state/runs/runs";
import { dataVersion } from "../../../state/server/connection";
import { QueryCache } from "../../../state/server/query-cache";
import { useEntries, useSame } from "../../../state/server/use-query";
import { markLines } from "../data/mark-lines";
import { MAX_RUNS } from "../data/scalar-queries";
import { changeMarks, markedTags } from "../options/change-marks";
import { axis } from "../options/tab-options";

/** A value with more changes in a run than this varies all the time. */
const MAX_CHANGES = 200;
const MAX_IDLE = 20;

const changesCache = new QueryCache({
  fetch: getChanges,
  version: () => dataVersion.value,
  maxIdle: MAX_IDLE,
});

export function ChangeMarks() {
  const runs = shownRuns.value.map(({ id }) => id).slice(-MAX_RUNS);
  const about = axis.value.includes("baseline") ? baseline.value?.id : undefined;
  const queries = markedTags.value.map((tag) => ({
    tag,
    runs,
    axis: axis.value,
    baseline: about,
    most: MAX_CHANGES,
  }));
  const entries = useEntries(changesCache, runs.length === 0 ? [] : queries);
  const answers = useSame(entries.flatMap(({ state }) => state.value.data ?? []));
  const lines = useMemo(() => markLines(answers), [answers]);
  useEffect(() => {
    changeMarks.value = lines;
  }, [lines]);
  useEffect(
    () => () => {
      changeMarks.value = [];
    },
    [],
  );
  return null;
}

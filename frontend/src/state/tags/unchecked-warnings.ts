/**
 * Checks the runs for which one answer of `/api/warnings` has no room, a batch at a time.
 *
 * A batch holds whole experiments: a gap between training and evaluation is found only where both
 * are in the same request. An experiment that alone has more series than the server checks at a
 * time stays unchecked in part.
 */
import type { Run, SeriesWarning, SeriesWarnings } from "../../api/types";
import { grouped } from "../../lib/algorithms/group-by";

/** The limits of the server for a request: series checked, runs named. */
const MAX_SERIES = 2000;
export const MAX_RUNS = 1000;

/** Warnings, and the ids of the runs that the request covered. */
export interface Answered extends SeriesWarnings {
  readonly runs: readonly string[];
}

/** What was found in a run that was checked in a batch. */
export interface CheckedRun {
  /** How far its experiment had logged then: after that it is checked again. */
  readonly logged: string;
  readonly warnings: readonly SeriesWarning[];
  /** Whether all of its series were checked. */
  readonly isWhole: boolean;
}

/** By the id of the run. */
export type Checked = ReadonlyMap<string, CheckedRun>;

type Checkable = Pick<Run, "id" | "training" | "last_step" | "last_wall_time" | "tags">;

function loggedBy(experiment: readonly Checkable[]): string {
  return JSON.stringify(
    experiment.map(({ last_step, last_wall_time, tags }) => [last_step, last_wall_time, tags]),
  );
}

/** The experiments with a run that an answer left unfinished, each as all of its runs. */
function unfinishedExperiments<T extends Checkable>(
  unfinished: readonly string[],
  runs: readonly T[],
): T[][] {
  const ids = new Set(unfinished);
  const experiments = [...grouped(runs, ({ training }) => training).values()];
  return experiments.filter((members) => members.some(({ id }) => ids.has(id)));
}

/**
 * The runs to check next, empty where none is left: those never checked before those that have
 * logged more since, the newest first. `runs` are all of the log, oldest first.
 */
export function nextBatch<T extends Checkable>(
  unfinished: readonly string[],
  runs: readonly T[],
  checked: Checked,
): readonly T[] {
  const due = unfinishedExperiments(unfinished, runs)
    .reverse()
    .flatMap((members) => {
      const logged = loggedBy(members);
      const isDue = ({ id }: T) => checked.get(id)?.logged !== logged;
      const waiting = members.filter(isDue);
      if (waiting.length === 0) return [];
      const isNew = waiting.some(({ id }) => !checked.has(id));
      return [{ isNew, members: [...waiting, ...members.filter((run) => !isDue(run))] }];
    });
  due.sort((one, other) => Number(other.isNew) - Number(one.isNew));
  const batch: T[] = [];
  let series = 0;
  for (const { members } of due) {
    series += members.reduce((sum, { tags }) => sum + (tags.scalars ?? 0), 0);
    const isTooMuch = series > MAX_SERIES || batch.length + members.length > MAX_RUNS;
    if (batch.length > 0 && isTooMuch) break;
    batch.push(...members.slice(0, MAX_RUNS));
  }
  return batch;
}

/** What is checked once a batch is answered; runs that are gone are forgotten. */
export function addBatch(
  checked: Checked,
  batch: readonly Checkable[],
  answer: Pick<SeriesWarnings, "warnings" | "unfinished">,
  runs: readonly Checkable[],
): Checked {
  const ids = batch.map(({ id }) => id);
  const inBatch = new Set(ids);
  const unfinished = new Set(answer.unfinished);
  const found = grouped(answer.warnings, ({ run }) => run);
  const later = new Map([...checked].filter(([id]) => !inBatch.has(id)));
  for (const members of unfinishedExperiments(ids, runs)) {
    const logged = loggedBy(members);
    for (const { id } of members) {
      if (!inBatch.has(id)) continue;
      later.set(id, { logged, warnings: found.get(id) ?? [], isWhole: !unfinished.has(id) });
    }
  }
  const known = new Set(runs.map(({ id }) => id));
  return new Map([...later].filter(([id]) => known.has(id)));
}

/** An answer with what batches found in the experiments that it left unfinished. */
export function withChecked(
  answer: Answered,
  runs: readonly Checkable[],
  checked: Checked,
): Answered {
  if (answer.unfinished.length === 0 || checked.size === 0) return answer;
  const experiments = unfinishedExperiments(answer.unfinished, runs);
  const replaced = new Map(
    experiments.flat().flatMap(({ id }) => {
      const found = checked.get(id);
      return found === undefined ? [] : [[id, found] as const];
    }),
  );
  const unfinished = answer.unfinished.filter((id) => replaced.get(id)?.isWhole !== true);
  return {
    ...answer,
    warnings: [
      ...answer.warnings.filter(({ run }) => !replaced.has(run)),
      ...[...replaced.values()].flatMap(({ warnings }) => warnings),
    ],
    unfinished,
    left_out: unfinished.length === 0 ? 0 : answer.left_out,
  };
}

/** How many runs of the log have series that were not checked. */
export function countUnchecked(answer: Answered | null, runs: readonly Checkable[]): number {
  if (answer === null) return runs.length;
  const covered = new Set(answer.runs);
  const unfinished = new Set(answer.unfinished);
  return runs.filter(({ id }) => !covered.has(id) || unfinished.has(id)).length;
}

/**
 * Which experiments this browser has not seen: those that began after all it knew at the last
 * visit.
 */
import type { Run } from "../../api/types";
import { boot } from "../base/boot";
import { preference } from "../base/local-preference";
import { countExperiments } from "./experiments";

type Begun = Pick<Run, "training" | "first_wall_time">;

/** When the newest run began that was on the page, in seconds since the epoch; 0 before any was. */
export const newestSeen = preference<number>(`newest-seen.${boot.log_directory}`, 0);

function beginOf({ first_wall_time }: Begun): number {
  return first_wall_time ?? 0;
}

/**
 * How many experiments have a run that began after a time; none at a first visit, which has none.
 */
export function startedAfter(runs: readonly Begun[], seen: number): number {
  if (seen === 0) return 0;
  const begun = runs.filter((run) => beginOf(run) > seen);
  return countExperiments(begun);
}

/** Takes all of the runs for seen. */
export function noteSeen(runs: readonly Begun[]): void {
  newestSeen.value = runs.reduce(
    (newest, run) => Math.max(newest, beginOf(run)),
    newestSeen.peek(),
  );
}

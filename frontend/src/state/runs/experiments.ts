/** What a run is of its training, as the server says, and the order of the runs of one training. */

export interface Training {
  /** The directory of the training relative to the log directory, `.` for that itself. */
  readonly name: string;
  /** What this run of it logs, such as `train`; empty for the directory's own. */
  readonly phase: string;
  /** The name that it will have when other runs of it appear: what is stable goes by this. */
  readonly lastingName: string;
}

const TRAINS = /train/i;

/** The order of the runs of one training: its own, what it learned from, the others by name. */
export function comparePhases(
  one: Pick<Training, "phase">,
  other: Pick<Training, "phase">,
): number {
  const rank = ({ phase }: Pick<Training, "phase">) =>
    phase === "" ? 0 : TRAINS.test(phase) ? 1 : 2;
  return rank(one) - rank(other) || (one.phase < other.phase ? -1 : 1);
}

/** How many trainings some runs belong to. */
export function countTrainings(runs: readonly { readonly training: string }[]): number {
  return new Set(runs.map(({ training }) => training)).size;
}

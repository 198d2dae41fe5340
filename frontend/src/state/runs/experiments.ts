/**
 * What a run is of its experiment, as the server says, and the order of the runs of one experiment.
 */

export interface Experiment {
  /** The directory of the experiment relative to the log directory, `.` for that itself. */
  readonly name: string;
  /** What this run of it logs, such as `train`; empty for the directory's own. */
  readonly phase: string;
  /** The name that it will have when other runs of it appear: what is stable goes by this. */
  readonly canonicalName: string;
}

const TRAINS = /train/i;

/** The order of the runs of one experiment: its own, what it learned from, the others by name. */
export function comparePhases(
  one: Pick<Experiment, "phase">,
  other: Pick<Experiment, "phase">,
): number {
  const rank = ({ phase }: Pick<Experiment, "phase">) =>
    phase === "" ? 0 : TRAINS.test(phase) ? 1 : 2;
  return rank(one) - rank(other) || (one.phase < other.phase ? -1 : 1);
}

/** How many experiments some runs belong to. */
export function countExperiments(runs: readonly { readonly training: string }[]): number {
  return new Set(runs.map(({ training }) => training)).size;
}

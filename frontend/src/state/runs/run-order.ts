/** The order of runs while some have not been read. */
import type { Run } from "../../api/types";

/**
 * The runs with those of which nothing is known yet in front, each part in the order given.
 *
 * The server reads the newest runs first, so what it has not read is older than what it has: the
 * newest runs of a list in the order of age are there from the first answer on, and stay.
 */
export function unreadFirst<T extends Pick<Run, "first_wall_time">>(runs: readonly T[]): T[] {
  const isUnread = ({ first_wall_time }: T) => first_wall_time === null;
  return [...runs.filter(isUnread), ...runs.filter((run) => !isUnread(run))];
}

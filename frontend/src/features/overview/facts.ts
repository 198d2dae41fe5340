/** What runs and tags come to, in numbers. */
import type { Run, Tag } from "../../api/types";
import { isTelling } from "../../state/run-metrics";

const STATES = ["running", "stalled", "failed", "done"] as const;

/** How many runs are in each state, without states that none is in. */
export function stateCounts(runs: readonly Pick<Run, "state">[]): [Run["state"], number][] {
  return STATES.flatMap((state): [Run["state"], number][] => {
    const count = runs.filter((run) => run.state === state).length;
    return count === 0 ? [] : [[state, count]];
  });
}

/** How many tags there are of some kinds. */
export function tagCount(tags: readonly Pick<Tag, "kind">[], kinds: readonly string[]): number {
  return tags.filter(({ kind }) => kinds.includes(kind)).length;
}

/**
 * The scalar tags that tell most of some runs (by id): those first whose names say that they
 * measure success, then those that most of the runs have.
 */
export function tellingTags(
  tags: readonly Tag[],
  runs: ReadonlySet<string>,
  most: number,
): readonly Tag[] {
  const ranked = tags.flatMap((tag) => {
    const having = tag.kind === "scalars" ? tag.runs.filter((run) => runs.has(run)).length : 0;
    return having === 0 ? [] : [{ tag, having, isTelling: isTelling(tag.tag) }];
  });
  ranked.sort(
    (one, other) => Number(other.isTelling) - Number(one.isTelling) || other.having - one.having,
  );
  return ranked.slice(0, most).map(({ tag }) => tag);
}

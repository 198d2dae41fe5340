/** What runs and tags come to, in numbers. */
import type { Run, Tag } from "../../api/types";
import { ageText } from "../../lib/format/time";
import { countExperiments } from "../../state/runs/experiments";
import { isInformative } from "../../state/runs/run-metrics";
import * as messages from "./messages";

const STATES = ["running", "inactive", "failed", "done"] as const;

/** How many experiments are in each state, without states that none is in. */
export function stateCounts(
  runs: readonly Pick<Run, "state" | "training">[],
): [Run["state"], number][] {
  return STATES.flatMap((state): [Run["state"], number][] => {
    const count = countExperiments(runs.filter((run) => run.state === state));
    return count === 0 ? [] : [[state, count]];
  });
}

/** How long the experiments that are inactive have logged nothing; empty where none has. */
export function quietText(runs: readonly Pick<Run, "state" | "wrote_at">[], now: number): string {
  const inactive = runs.filter(({ state }) => state === "inactive");
  const times = inactive.flatMap(({ wrote_at }) => wrote_at ?? []);
  if (times.length === 0) return "";
  times.sort((one, other) => other - one);
  const least = ageText(now - (times[0] ?? now));
  const most = ageText(now - (times.at(-1) ?? now));
  return least === most ? messages.noNewDataFor(least) : messages.noNewDataForRange(least, most);
}

/** How many tags there are of some kinds. */
export function tagCount(tags: readonly Pick<Tag, "kind">[], kinds: readonly string[]): number {
  return tags.filter(({ kind }) => kinds.includes(kind)).length;
}

/**
 * The scalar tags that tell most of some runs (by id): those first whose names say that they
 * measure success, then those that most of the runs have.
 */
export function informativeTags(
  tags: readonly Tag[],
  runs: ReadonlySet<string>,
  most: number,
): readonly Tag[] {
  const ranked = tags.flatMap((tag) => {
    const having = tag.kind === "scalars" ? tag.runs.filter((run) => runs.has(run)).length : 0;
    return having === 0 ? [] : [{ tag, having, isInformative: isInformative(tag.tag) }];
  });
  ranked.sort(
    (one, other) =>
      Number(other.isInformative) - Number(one.isInformative) || other.having - one.having,
  );
  return ranked.slice(0, most).map(({ tag }) => tag);
}

/**
 * Experiments that a tab would show if their runs were: so that nothing is left out without a word.
 */
import type { Run } from "../../api/types";
import { setShown } from "../address/run-selection";
import { isArchived, runs, select, shownNames } from "./runs";

type Holding = Pick<Run, "name" | "training" | "tags">;

/**
 * The runs with tags of some kinds that are not shown. A session of hyper-parameters is on the page
 * with any run of its experiment.
 */
export function hiddenRuns<T extends Holding>(
  all: readonly T[],
  shown: ReadonlySet<string>,
  kinds: readonly string[],
): readonly T[] {
  const holds = ({ tags }: T) => kinds.some((kind) => (tags[kind] ?? 0) > 0);
  const hidden = all.filter((run) => !shown.has(run.name) && holds(run));
  if (!kinds.includes("hparams") || hidden.length === 0) return hidden;
  const there = new Set(all.filter(({ name }) => shown.has(name)).map(({ training }) => training));
  return hidden.filter(({ training }) => !there.has(training));
}

/** Those on the list, as it is now. */
export function hiddenNow(kinds: readonly string[]): readonly Run[] {
  const hidden = hiddenRuns(runs.value, shownNames.value, kinds);
  return hidden.filter(({ name }) => !isArchived(name));
}

/** Shows runs, and where these are all that was hidden, those that come later too. */
export function showHidden(hidden: readonly Run[]): void {
  const listed = runs.peek().filter(({ name }) => !isArchived(name));
  const names = hidden.map(({ name }) => name);
  const isAll = shownNames.peek().size + names.length === listed.length;
  select(isAll ? { kind: "all" } : setShown(shownNames.peek(), names, true));
}
